"""HTML put together from elements; whatever is not HTML already is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from urllib.parse import quote


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def safe(text: str) -> Html:
    """Return text as HTML.

    >>> safe("a < b"), safe(Html("a &lt; b"))
    ('a &lt; b', 'a &lt; b')
    """
    return text if isinstance(text, Html) else Html(escape(text))


def joined(parts: Iterable[str], between: str = "") -> Html:
    """Return parts one after the other."""
    return Html(safe(between).join(map(safe, parts)))


def element(tag: str, *children: str, **attributes: str | bool) -> Html:
    """Return an element; `class_` stands for the attribute `class`, and attributes that are empty are left out.

    >>> element("a", "Q & A", href="#q", class_="link", hidden=False)
    '<a href="#q" class="link">Q &amp; A</a>'
    """
    named = ((name.rstrip("_").replace("_", "-"), value) for name, value in attributes.items() if value)
    shown = (name if value is True else f'{name}="{escape(str(value))}"' for name, value in named)
    return Html(f"<{' '.join((tag, *shown))}>{joined(children)}</{tag}>")


def anchor(*words: str) -> str:
    """Return the id of a part of the page, which is also what a link to it says.

    >>> anchor("except", "hook")
    'except-hook'
    """
    return quote("-".join(words), safe="/:@")


def link(to: str, text: str, **attributes: str | bool) -> Html:
    """Return a link to a part of the page."""
    return element("a", text, href=f"#{to}", **attributes)

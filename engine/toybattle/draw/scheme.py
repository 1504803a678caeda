"""The colours of pictures, by light and by dark, and the style sheet made of them.

Players also differ by shape (discs and squares) and by pattern (solid and dashed, dots and stripes); hue is never all that
tells two things apart.
"""

from __future__ import annotations

from collections.abc import Mapping

LIGHT = {
    "ground": "#faf8f3", "card": "#efeade", "ink": "#25231f", "muted": "#625e55", "path": "#b7ad97",
    "plate": "#fffefb", "rim": "#8d836f", "special": "#f0eafc", "special-rim": "#7a60b8", "glyph": "#4c3889",
    "blue": "#1769aa", "blue-line": "#1769aa", "blue-pale": "#dcebf8",
    "red": "#bc3710", "red-line": "#bc3710", "red-pale": "#fbe3da", "on": "#ffffff",
    "gold": "#f3bd3b", "gold-rim": "#8a6000", "gold-ink": "#332400", "tint": "#e0aa1c",
    "refused": "#b0128f", "reached": "#0c8a5f", "back": "#625e55",
}  # fmt: skip
DARK = {
    "ground": "#14171b", "card": "#1e2329", "ink": "#f0ede6", "muted": "#b0b1aa", "path": "#59636c",
    "plate": "#2c333a", "rim": "#8d969e", "special": "#37304f", "special-rim": "#a58de2", "glyph": "#dacdff",
    "blue": "#1f78c1", "blue-line": "#62b4f2", "blue-pale": "#1c3450",
    "red": "#c8451c", "red-line": "#ff946a", "red-pale": "#4a2518", "on": "#ffffff",
    "gold": "#ecb93f", "gold-rim": "#a17c26", "gold-ink": "#2b1e00", "tint": "#a8893f",
    "refused": "#ff7adf", "reached": "#2bb88a", "back": "#666d72",
}  # fmt: skip

_PAINTED: dict[str, dict[str, str]] = {
    "ground": {"fill": "ground"},
    "card": {"fill": "card"},
    "ink": {"fill": "ink"},
    "muted": {"fill": "muted"},
    "on": {"fill": "on"},
    "path": {"stroke": "path"},
    "arrow": {"fill": "ink", "stroke": "card"},
    "plate": {"fill": "plate", "stroke": "rim"},
    "special": {"fill": "special", "stroke": "special-rim"},
    "glyph": {"stroke": "glyph"},
    "value": {"fill": "glyph"},
    "tag": {"fill": "ground", "stroke": "rim"},
    "back": {"fill": "back", "stroke": "plate"},
    "open": {"fill": "tint"},
    "gone": {"fill": "muted"},
    "medal": {"fill": "gold", "stroke": "gold-rim"},
    "hollow": {"stroke": "gold-rim"},
    "count": {"fill": "gold-ink"},
    "moved": {"stroke": "ink"},
    "refused": {"fill": "refused", "stroke": "plate"},
    "cross": {"stroke": "plate"},
    "no": {"stroke": "refused"},
    "reached": {"stroke": "reached"},
    **{f"{c}": {"fill": c, "stroke": "plate"} for c in ("blue", "red")},
    **{f"{c}-hq": {"fill": f"{c}-pale", "stroke": f"{c}-line"} for c in ("blue", "red")},
    **{f"{c}-word": {"fill": f"{c}-line"} for c in ("blue", "red")},
    **{f"{c}-net": {"stroke": f"{c}-line"} for c in ("blue", "red")},
    **{f"{c}-rim": {"stroke": f"{c}-line"} for c in ("blue", "red")},
    **{f"{c}-spot": {"fill": f"{c}-line"} for c in ("blue", "red")},
    "blue-dots": {"fill": "blue-line"},
    "red-stripes": {"stroke": "red-line"},
    "ribbon": {"fill": "gold-rim"},
    "inside": {"stroke": "plate"},
}
"""For each class what is painted with which colour."""

_SHAPED = {
    "path blue-net red-net glyph moved no cross reached hollow inside blue-rim red-rim":
        "fill:none;stroke-linecap:round;stroke-linejoin:round",
    "plate special tag medal hollow back arrow inside blue-hq.inner red-hq.inner": "stroke-width:1.5",
    "blue red red-stripes refused": "stroke-width:2",
    "glyph cross": "stroke-width:3",
    "blue-hq red-hq": "stroke-width:3.5",
    "path": "stroke-width:5",
    "no reached": "stroke-width:6",
    "blue-net red-net": "stroke-width:9",
    "blue-net.thin red-net.thin": "stroke-width:6",
    "red-net": "stroke-dasharray:11 6;stroke-linecap:butt",
    "blue-rim red-rim": "stroke-width:3;stroke-dasharray:5 5;stroke-linecap:butt",
    "blue-field": "fill:url(#dots)",
    "red-field": "fill:url(#stripes)",
    "inside": "opacity:.7",
    "blue-dots red-stripes": "opacity:.4",
    "gone": "opacity:.16",
}  # fmt: skip
"""For classes what they are like in every light; of two rules the more particular or else the later one counts."""

SCOPE = "toybattle"
"""The class of the whole picture, so that its style stays within it when a page holds it."""


def style_sheet(colours: Mapping[str, str]) -> str:
    """Return the rules that paint every class in these colours."""
    return "".join(
        f".{SCOPE} .{name}{{{';'.join(f'{part}:{colours[colour]}' for part, colour in painted.items())}}}"
        for name, painted in _PAINTED.items()
    )


_SHAPES = "".join(
    f"{','.join(f'.{SCOPE} .{name}' for name in names.split())}{{{declared}}}" for names, declared in _SHAPED.items()
)
STYLE = f"{_SHAPES}{style_sheet(LIGHT)}@media (prefers-color-scheme:dark){{{style_sheet(DARK)}}}"
FIGURE_STYLE = f"{_SHAPES}{style_sheet(LIGHT)}@media screen and (prefers-color-scheme:dark){{{style_sheet(DARK)}}}"
"""For a page, which is printed light."""
FONT = 'font-family="Inter,\'Segoe UI\',Roboto,\'Helvetica Neue\',Arial,sans-serif" font-weight="600" text-anchor="middle"'

PATTERNS = (
    '<defs><pattern id="dots" width="12" height="12" patternUnits="userSpaceOnUse">'
    '<circle class="blue-dots" cx="3" cy="3" r="1.6"/><circle class="blue-dots" cx="9" cy="9" r="1.6"/></pattern>'
    '<pattern id="stripes" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="red-stripes" d="M5 0V10"/></pattern></defs>'
)
"""What fills a region that Blue or Red has taken."""

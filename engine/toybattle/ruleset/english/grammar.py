"""What English asks of whoever writes it: persons, agreement, articles, lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Noun:
    """Who or what a sentence speaks of."""

    text: str
    of: str = ""
    """What stands before something of theirs, such as `your`; empty if that is said with `of`."""
    own: str = ""
    """What says that something is theirs, such as `yours`."""
    is_plural: bool = False
    """Whether verbs after it are plural."""

    def __str__(self) -> str:
        return self.text

    def having(self, thing: str) -> str:
        """Return a thing of theirs: `your rack`, `the rack of the owner of the troop`."""
        return f"{self.of} {thing}" if self.of else f"the {thing} of {self.text}"

    @property
    def of_own(self) -> str:
        """What stands after something of theirs: ` of yours`, ` of the owner of the troop`."""
        return f" of {self.own or self.text}"


YOU = Noun("you", "your", "yours", is_plural=True)
THEY = Noun("they", "their", "theirs", is_plural=True)


def named(text: str) -> Noun:
    """Return what is called so: a short name has a genitive, a long one is spoken of with `of`."""
    is_short = len(text.split()) <= 3 or text.endswith((" opponent", " player"))
    return Noun(text, f"{text}'s", f"{text}'s") if is_short else Noun(text)


def opponent_of(player: Noun) -> Noun:
    """Return the other player."""
    return named(player.having("opponent")) if player.of else Noun(player.having("opponent"))


def verb(word: str, subject: Noun, is_not: bool = False) -> str:
    """Return a verb as it follows its subject.

    >>> verb("have", YOU, is_not=True), verb("pass", named("Ann"))
    ('do not have', 'passes')
    """
    if word == "be":
        return f"{'are' if subject.is_plural else 'is'}{' not' * is_not}"
    if is_not:
        return f"{'do' if subject.is_plural else 'does'} not {word}"
    if subject.is_plural:
        return word
    first, _, rest = word.partition(" ")
    ending = "es" if first.endswith(("s", "sh", "ch", "x", "z")) else "s"
    third = (
        "has" if first == "have" else f"{first[:-1]}ies" if first[-1:] == "y" and first[-2:-1] not in "aeiou" else first + ending
    )
    return f"{third} {rest}" if rest else third


def article(noun: str) -> str:
    """Return a noun with `a` or `an`.

    >>> article("H.Q."), article("base")
    ('an H.Q.', 'a base')
    """
    is_vowel = noun.startswith(("H.Q.", "X")) or (
        noun[:1].lower() in "aeiou" and not noun.lower().startswith(("uni", "eu", "one"))
    )
    return f"{'an' if is_vowel else 'a'} {noun}"


def listed(parts: Sequence[str], word: str) -> str:
    """Return a list, with commas where its parts have some or are many.

    >>> listed(["a", "b"], "or"), listed(["a", "b", "c"], "and")
    ('a or b', 'a, b, and c')
    """
    if len(parts) < 2:
        return "".join(parts)
    comma = "," if len(parts) > 2 or any("," in part or len(part.split()) > 8 for part in parts) else ""
    return f"{', '.join(parts[:-1])}{comma} {word} {parts[-1]}"


def words(label: str) -> str:
    """Return a label as words: `troop effect`."""
    return label.replace("-", " ")


def sentence_of(text: str) -> str:
    """Return a text with a capital letter and a stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing said of one subject."""

    subject: Noun
    verb: str
    rest: str
    tree: object = None
    """What the subject stands for."""
    others: tuple[object, ...] = ()
    """What the rest speaks of."""
    about: object = None
    """What the subject is, or what has it as its `whose`."""
    whose: str = ""

    def said(self, is_not: bool = False) -> str:
        """Return the clause, or its opposite."""
        return f"{self.subject} {self.told(self.subject, is_not)}"

    def told(self, subject: Noun, is_not: bool = False) -> str:
        """Return what is said, as it follows a subject."""
        if is_not and subject.text == "there" and self.rest.startswith(("a ", "an ")):
            return f"{verb(self.verb, subject)} no {self.rest.partition(' ')[2]}"
        if is_not and self.rest.startswith("no "):
            return f"{verb(self.verb, subject)} {self.rest.removeprefix('no ')}"
        return f"{verb(self.verb, subject, is_not)} {self.rest}".rstrip()


@dataclass(frozen=True, slots=True)
class Group:
    """Things of one kind, as one of them and all of them are spoken of."""

    head: str
    """What one of them is called: `troop`."""
    one: str
    many: str
    owner: Noun | None = None
    after: tuple[str, str] = ("", "")
    """What stands behind, of one and of many."""
    lone: Noun | None = None
    """The only thing in it, if it is there for one thing."""
    letter: str = ""
    """What one of them is called to tell it from others."""

    def with_after(self, one: str, many: str | None = None) -> Group:
        """Return the group with more behind it."""
        return replace(self, after=(f"{self.after[0]} {one}", f"{self.after[1]} {one if many is None else many}"))

    def lettered(self, letter: str) -> Group:
        """Return the group, one of which is called by a letter from here on."""
        if self.letter:
            return self
        return replace(self, letter=letter, one=f"{self.one} {letter}", many=f"{self.many} {letter}")

    @property
    def single(self) -> str:
        """One of them, after a word that counts: `visible troop of yours`."""
        if self.lone:
            return f"of just {self.lone}"
        return f"{self.one}{self.owner.of_own if self.owner else ''}{self.after[0]}"

    @property
    def any(self) -> str:
        """One of them, whichever: `a visible troop of yours`."""
        return self.lone.text if self.lone else article(self.single)

    @property
    def pick(self) -> str:
        """One of them that somebody points at: `one of your visible troops`."""
        return self.each("some") if self.owner else self.any

    @property
    def all(self) -> str:
        """All of them: `your visible troops`."""
        if self.lone:
            return f"just {self.lone}"
        return f"{self.owner.having(self.many) if self.owner else f'the {self.many}'}{self.after[1]}"

    @property
    def several(self) -> str:
        """Some of them, after a word that counts: `visible troops of yours`."""
        return self.single if self.lone else f"{self.many}{self.owner.of_own if self.owner else ''}{self.after[1]}"

    @property
    def counted(self) -> str:
        """All of them, after `the number of`: `your visible troops`."""
        return self.all if self.owner and self.owner.of else self.several

    def each(self, word: str) -> str:
        """Return `every`, `not every`, `no` or `some` of them: `every base`, `each of your bases`."""
        if self.lone:
            return f"{word} one of just {self.lone}"
        if self.owner:
            picked = {"every": "each", "not every": "not each", "no": "none", "some": "one"}[word]
            return f"{picked} of {self.owner.having(self.many)}{self.after[0]}"
        return self.any if word == "some" else f"{word} {self.single}"

    @property
    def lettered_noun(self) -> Noun:
        """How the one with the letter is spoken of."""
        return named(f"{self.head} {self.letter}")

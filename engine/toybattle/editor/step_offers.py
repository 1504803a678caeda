"""What can be typed at a place of a feature."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

from toybattle.editor.desk import Desk
from toybattle.editor.offers import Offer
from toybattle.editor.scenarios import STEP, step_on, world_at
from toybattle.errors import ToyBattleError
from toybattle.ruleset.tree import Ruleset
from toybattle.spec.catalogue import MEANINGS
from toybattle.spec.feature import STEP_WORDS, TITLE_WORDS
from toybattle.spec.registry import PARAMETERS, Definition
from toybattle.spec.steps import steps
from toybattle.spec.words import COLOURS

PATTERNS = {kind.name: kind.regexps[0] for kind in PARAMETERS}
LISTS = ("troops", "slots", "stack", "choices")
"""Kinds of word that list several."""
Values: TypeAlias = Callable[[str, str], list[str]]
"""From a kind of word, and the step with what is typed of the word, to what the word can be."""
MOST_CHARACTERS = 400
"""Of a line in which something is offered; looking for all that it may be the beginning of takes long in a longer one."""
LAST_OF_LIST = re.compile(r"(?:.*(?:, and |, | and ))?(.*)$")


def in_feature(desk: Desk, path: Path, line: int, column: int) -> list[Offer]:
    """Return what can go on a line of a feature at a place."""
    lines = desk.lines(path)
    text = lines[line - 1][: column - 1] if 0 < line <= len(lines) else ""
    if tag := re.fullmatch(r"\s*(?:@\S+\s+)*@([^\s@]*)", text):
        rules = desk.rules(path)
        start = tag.start(1) + 1
        return [Offer(x.id, start, "value", x.statement) for x in (rules.citations.values() if rules else ())]
    if len(text) > MOST_CHARACTERS:
        return []
    if hit := STEP.match(text + "·"):  # the mark keeps a blank at the end
        typed = hit[3].removesuffix("·")
        step = step_on((*lines[: line - 1], f"{text}·"), line)
        return list(_of_step(desk, path, line, typed, hit.start(3) + 1, step.kind if step else ""))
    begun = text.lstrip()
    words = (*(f"{word} " for word in STEP_WORDS), *(f"{word}: " for word in TITLE_WORDS))
    return [Offer(word, column - len(begun), "word") for word in words if word.lower().startswith(begun.lower())]


def _of_step(desk: Desk, path: Path, line: int, typed: str, column: int, kind: str) -> Iterator[Offer]:
    """Yield the values that can stand where a step is typed, and the steps that go on from there."""
    values = _values(desk, path, line)
    found = (
        offer
        for definition in steps.definitions
        if kind in ("", definition.kind)
        for offer in _of_definition(definition, typed, column, values)
    )
    known = {(offer.what, offer.text, offer.column): offer for offer in found}
    # Who has begun nothing looks for a step, who has begun one for its next word.
    yield from sorted(known.values(), key=lambda offer: (offer.what == "step") == bool(typed))


def _of_definition(definition: Definition, typed: str, column: int, values: Values) -> Iterator[Offer]:
    """Yield what goes on from what is typed, by the furthest part of the step that it reaches."""
    parts = _parts(definition.text)
    for place in reversed(range(len(parts))):
        pattern = f"{_whole(parts[:place])}{_open(parts, place)}"
        hit = re.fullmatch(pattern, typed)
        if not hit or not all(_is_known(kind, hit[n], definition, values) for n, kind in enumerate(parts[1:place:2], 1)):
            continue
        start, kind = hit.start("open"), parts[place]
        if place % 2 == 0:
            if hit["open"] or not typed:
                yield _step(definition, parts, place, typed, column, hit["open"])
                return
            continue
        if kind in LISTS and (last := LAST_OF_LIST.match(hit["open"])):
            start += last.start(1)
        begun = typed[start:]
        for value in values(kind, f"{definition.text} {hit['open']}"):
            if value.lower().startswith(begun.lower()) and value != begun:
                yield Offer(value, column + start, "value", kind)
        if len(parts) > place + 2 and (not typed or _is_known(kind, hit["open"], definition, values)):
            yield _step(definition, parts, place + 1 if typed else 0, typed, column, "")
        return


def _is_known(kind: str, text: str, definition: Definition, values: Values) -> bool:
    """Return whether a text is a whole word of its kind; a list is looked at by its last part."""
    known = values(kind, f"{definition.text} {text}")
    last = LAST_OF_LIST.match(text) if kind in LISTS else None
    return (last[1] if last else text) in known if known else bool(re.fullmatch(PATTERNS[kind], text))


@cache
def _parts(text: str) -> tuple[str, ...]:
    """Return a step's text as plain words and kinds of word in turn, words first and last."""
    return tuple(re.split(r"\{(\w+)\}", text))


def _plain(words: str) -> str:
    """Return the pattern of plain words; `in/on` is either of them."""
    return "".join(_either(part) for part in re.split(r"(\w+/\w+)", words))


def _either(part: str) -> str:
    return f"(?:{part.replace('/', '|')})" if re.fullmatch(r"\w+/\w+", part) else re.escape(part)


def _whole(parts: tuple[str, ...]) -> str:
    """Return the pattern of a beginning of a step, every part of it complete, with a group for each word."""
    return "".join(f"({PATTERNS[part]})" if place % 2 else _plain(part) for place, part in enumerate(parts))


@cache
def _open(parts: tuple[str, ...], place: int) -> str:
    """Return the pattern of a part that need not be complete."""
    if place % 2:
        return "(?P<open>.*)"
    endings = "|".join(re.escape(parts[place][:length]) for length in range(len(parts[place]), -1, -1))
    return f"(?P<open>{endings})"


def _step(definition: Definition, parts: tuple[str, ...], place: int, typed: str, column: int, begun: str) -> Offer:
    """Return a step as it goes on from what is typed, with a place to fill in for each word."""
    rest = [parts[place][len(begun) :], *parts[place + 1 :]]
    plain = [re.sub(r"\w+/(\w+)", r"\1", part) for part in rest[::2]]
    shown, snippet = typed + plain[0], _escaped(typed + plain[0])
    for number, (kind, words) in enumerate(zip(rest[1::2], plain[1:], strict=True), 1):
        shown += f"<{kind}>{words}"
        snippet += f"${{{number}:{kind}}}{_escaped(words)}"
    table = "\n  | $0 |" if definition.takes_table else ""
    return Offer(shown, column, "step", MEANINGS.get(definition.text, ""), snippet + table, typed)


def _escaped(text: str) -> str:
    return re.sub(r"([\\$}])", r"\\\1", text)


def _values(desk: Desk, path: Path, line: int) -> Values:
    """Return what gives the values of a kind of word in a step, in the scenario at a line."""
    world, rules = world_at(desk, path, line), desk.rules(path)
    try:
        rules = world.game.ruleset  # with the variants of the scenario
        slots, regions = list(map(world.words.slot_name, world.words.slots_of)), world.words.regions
    except ToyBattleError:
        slots, regions = [], []
    if rules is None:
        return lambda kind, step: []
    players = [*map(str.title, COLOURS), *world.renamed]

    @cache
    def values(kind: str, step: str) -> list[str]:
        return _of_kind(kind, step, rules, players, slots, regions, desk, path)

    return values


def _of_kind(
    kind: str, step: str, rules: Ruleset, players: list[str], slots: list[str], regions: list[str], desk: Desk, path: Path
) -> list[str]:
    """Return the values of a kind of word; `step` is its text, followed by what is typed of the word."""
    troops = [f"{mark}{x.display}" for mark in ("", *(f"{mark} " for mark in rules.marks)) for x in rules.troops]
    zones = [x.label for x in rules.zones]
    owned = [f"{player}'s {zone}" for player in players for zone in zones]
    match kind:
        case "player" | "nickname":
            return players if kind == "player" else []
        case "troop" | "troops":
            return [*troops, "empty"] if kind == "troops" else troops
        case "piece" | "stack":
            return [f"{player} {x.display}" for player in players for x in rules.troops]
        case "sight":
            return [*troops, "1 unknown troop"]
        case "slots" if " bases " in step:
            return [slot.removeprefix("base ") for slot in slots]
        case "slot" | "slots":
            return slots
        case "spot":
            return [*slots, *owned]
        case "choice" | "choices":
            return [*slots, *troops, *owned]
        case "subject":
            return [*players, *slots, *(f"region {region}" for region in regions), "the game"]
        case "region":
            return regions
        case "medals":
            return ["no medals", "1 medal", *(f"{number} medals" for number in range(2, 10))]
        case "quoted":
            known = desk.terrains(path) if "terrain" in step else desk.variant_files(path) if "variant" in step else ()
            return [f'"{name}"' for name in known]
        case "switch":
            return ["on", "off"]
        case "presence":
            return ["a", "no"]
        case "citation":
            return list(rules.citations)
        case "zone" | "mark" | "counter" | "requirement" | "ending" | "effect" | "decision":
            labels = {"zone": zones, "mark": rules.marks, "counter": rules.counters, "requirement": rules.requirements,
                      "ending": rules.endings, "effect": rules.effects, "decision": (*rules.effects, "the turn")}  # fmt: skip
            return list(labels[kind])
        case _:
            return []

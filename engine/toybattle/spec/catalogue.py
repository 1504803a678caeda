"""The catalogue of steps: what each means, which words it takes, and how a shipped scenario uses it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..resources import Content
from ..ruleset.load import load_ruleset
from ..ruleset.tree import Literal_, Ruleset
from .feature import Step, feature_from_source, read_source
from .registry import Definition
from .run import run_scenario
from .steps import steps

MEANINGS = {
    "the terrain {quoted}": "Play on the terrain of that id.",
    "the terrain": "Play on a terrain drawn as a table: each slot at its place, paths between cells that touch along a side.",
    "there is {presence} path between {slot} and {slot}": "Add a path to the terrain, or take one away.",
    "the regions": "Say which regions the terrain has, what they pay, and which bases enclose them.",
    "{player} wins with {medals}": "Set a player's objective.",
    "special bases are {switch}": "Play with special bases, which is the default, or without.",
    "the variant {quoted}": "Play with a variant of the rules; several may be named.",
    "the special bases": "Say what is printed on bases and H.Q.s.",
    "{nickname} plays {player}": "Call a player by a name in the steps that follow.",
    "it is {player}'s turn": "Say whose turn it is; without this it is Blue's.",
    "the position": "Say what stands on every slot, in a table of the terrain's shape.",
    "the stack on {slot} is {stack}": "Say what stands on a slot, from bottom to top; slots that are not named are empty.",
    "{player}'s {zone} is {troops}": "Say which troops lie in a zone; `empty` for none.",
    "{player}'s reserve, next troop first, is {troops}": "Say which troops are in a reserve, in the order of drawing.",
    "{troop} on {player}'s rack is {mark}": "Put a mark on a troop that the rack was said to hold.",
    "{player} has {medals}": "Say how many medals a player has taken.",
    "the medals of region {region} are gone": "Say that a region was paid out before, to whomever.",
    "{counter} of {subject} is {number}": "Set a counter.",
    "{player} places {troop} on {slot}": "Place a troop, as the turn's action or in answer to an effect.",
    "{player} draws": "Draw, as the turn's action or in answer to an effect.",
    "{player} chooses {choice}": "Answer the effect that is waiting, by naming what is chosen; two things with `then` between.",
    "{player} declines": "Pass on an optional effect.",
    "chance picks {troop}": "Say what chance picks for the move before.",
    "{player} plays {quoted}": "Play any move, in its notation.",
    "{player}'s turn begins": "Let a turn begin, with what happens by itself then.",
    "these moves are played": "Play several moves in their notation, all of which must be legal.",
    "a game starts with {player} first": "Deal a new game.",
    "the move is legal": "The last move was allowed.",
    "the move is illegal because {requirement}": "The last move was refused, and this requirement is a reason.",
    "{player} may place {troop} on exactly {slots}": "These are all the slots where a troop may be placed now.",
    "{player} may not place {troop} on {slot} because {requirement}": "Placing would be refused, and this is a reason.",
    "{player} may not place any troop": "No troop of the rack may be placed anywhere.",
    "{player} may draw": "Drawing is allowed now.",
    "{player} may not draw because {requirement}": "Drawing would be refused, and this requirement is a reason.",
    "{player} is stuck": "The game has ended because the player could do nothing.",
    "{player} can still act": "The player has a legal move.",
    "the ruling cites {citation}": "The last verdict rests on this citation.",
    "{player} has to answer {effect}": "An effect waits for the player's answer.",
    "{player} may choose exactly {choices}": "These are all the answers to the effect that is waiting, declining apart.",
    "{player} may not decline {decision}": "The effect that waits, or the turn's action, cannot be passed on.",
    "no choice is pending": "No effect waits for an answer.",
    "{effect} is not offered": "An effect neither waits for an answer nor is owed.",
    "{player} collects {medals} from region {region}": "A region paid the player since the last check.",
    "no medals are collected": "No region paid anybody since the last check.",
    "{player} now has {medals}": "The player has so many medals.",
    "the top troop on {slot} is {piece}": "This troop is visible on the slot.",
    "{slot} is empty": "No troop stands on the slot.",
    "{player} occupies {slots}": "The player's troops are visible on all these slots.",
    "the position is": "This stands on every slot, in a table of the terrain's shape.",
    "{player}'s {zone} is now {troops}": "The zone holds exactly these troops; only a reserve's order matters.",
    "{player}'s {zone} now holds {number} troop/troops": "The zone holds so many troops.",
    "{troop} on {player}'s rack is now {mark}": "A troop on the rack bears the mark.",
    "{counter} of {subject} is now {number}": "The counter has this number.",
    "{player} sees {sight} in/on {spot}": "The player can tell that this troop is there, or cannot tell what so many troops are.",
    "{player} is to move": "The player's turn has come to its action.",
    "these things happen in order": "These events came about since the last check, in this order, others perhaps between them.",
    "{player} wins by {ending}": "The game is over, and this is who won by what.",
    "nobody wins": "No player has won.",
    "the game goes on": "The game is not over.",
    "the score sheet is": "The game is over, and these are its medals, who was stuck, and who won by what.",
}  # fmt: skip
"""What each step means, by its text, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One step of the catalogue."""

    definition: Definition
    words: dict[str, str]
    """For each kind of word in the text, which are allowed."""
    example: tuple[str, ...]
    """Lines of a scenario that passes; empty if no shipped scenario uses the step."""
    file: str

    @property
    def meaning(self) -> str:
        """What it says, in a sentence."""
        return MEANINGS.get(self.definition.text, "")

    def as_data(self) -> dict[str, object]:
        """Return this entry as JSON holds it."""
        definition = self.definition
        return {"kind": definition.kind, "step": str(definition), "expression": definition.text, "table": definition.takes_table,
                "meaning": self.meaning, "words": self.words, "example": list(self.example), "file": self.file}  # fmt: skip


def catalogue(content: Content, variants: Sequence[str] = ()) -> list[Entry]:
    """Return every step, with an example from the first passing scenario that uses it."""
    allowed = allowed_words(load_ruleset(content, tuple(variants)))
    examples: dict[str, tuple[tuple[str, ...], str]] = {}
    for path in content.files("features", "**/*.feature"):
        name = content.name(path)
        feature = feature_from_source(read_source(path, name), name, "")
        for scenario in feature.scenarios:
            found = [(match.definition.text, step) for step in scenario.steps for match in steps.find(step.text)]
            new = {text: step for text, step in reversed(found) if text not in examples}
            if new and run_scenario(feature, scenario, content, variants).has_passed:
                examples |= {text: (_lines(step), name) for text, step in new.items()}
    entries = []
    # The order in which modules happen to be imported is no order for readers.
    order = {text: number for number, text in enumerate(MEANINGS)}
    for definition in sorted(steps.definitions, key=lambda definition: order.get(definition.text, len(order))):
        kinds = dict.fromkeys(re.findall(r"\{(\w+)\}", definition.text))
        example, file = examples.get(definition.text, ((), ""))
        entries.append(Entry(definition, {kind: allowed[kind] for kind in kinds}, example, file))
    return entries


def _lines(step: Step) -> tuple[str, ...]:
    """Return a step with its table, and the keyword that begins one of its kind."""
    widths = [max(map(len, column)) for column in zip(*step.table, strict=True)]
    rows = (f"  | {' | '.join(map(str.ljust, row, widths))} |" for row in step.table)
    return (f"{step.kind.title()} {step.text}", *rows)


def allowed_words(rules: Ruleset) -> dict[str, str]:
    """Return what each kind of word can be, under these rules."""

    def one_of(labels: Sequence[str]) -> str:
        return ", ".join(f"`{label}`" for label in labels) or "none under these rules"

    numbers = [str(kind.strength.value) for kind in rules.troops if isinstance(kind.strength, Literal_)]
    names = one_of([kind.display for kind in rules.troops])
    troop = f"{names}, or its strength where only one has it: {one_of(numbers)}; marks stand before it"
    slot = "`base 7` by the terrain's id, `the Red H.Q.`, or `the Red H.Q. 2` where there are several"
    return {
        "player": "`Blue` or `Red`, or the name that a step gave the player",
        "nickname": "any name with a capital letter",
        "troop": troop,
        "troops": "troops, as `A, B and C`; `empty` for none",
        "piece": "a player and a troop",
        "stack": "players and troops from bottom to top, as `Blue A, Red B`",
        "slot": slot,
        "slots": "slots, as `bases 3, 4 and 8` or `base 3 and the Red H.Q.`",
        "sight": "a troop, or `1 unknown troop`, `2 unknown troops`, …, with a mark they bear before `unknown`",
        "spot": "a slot, or a zone as `Red's rack`",
        "choice": "a slot, a troop, `Red's rack` for what chance or nobody sees, or two of them with `then` between",
        "choices": "such choices, as `bases 3, 4 and 8`",
        "region": "a region by the terrain's id",
        "medals": "`no medals`, `1 medal`, `2 medals`, …",
        "number": "a whole number",
        "zone": one_of([zone.label for zone in rules.zones]),
        "mark": one_of(rules.marks),
        "counter": one_of(rules.counters),
        "subject": "a player, a slot, a region as `region 3`, or `the game`",
        "requirement": one_of(rules.requirements),
        "ending": one_of(rules.endings),
        "effect": one_of(rules.effects),
        "citation": "an id of the citations",
        "decision": "an effect, or `the turn`",
        "quoted": "a text in double quotes",
        "switch": "`on` or `off`",
        "presence": "`a` or `no`",
    }


def page(entries: Sequence[Entry]) -> str:
    """Return the catalogue as a page of Markdown."""
    return "\n".join(_page(entries)) + "\n"


def _page(entries: Sequence[Entry]) -> Iterator[str]:
    yield "# Steps"
    yield ""
    yield "What a scenario can say; written by `toybattle steps`, from the definitions and from scenarios that pass."
    yield "Capital words in a step, such as P and S, stand for the words listed at the end."
    for part, title in (("given", "Given: the set-up"), ("when", "When: moves"), ("then", "Then: checks")):
        yield from ("", f"## {title}")
        for entry in entries:
            if entry.definition.kind == part:
                table = ", with a table" if entry.definition.takes_table else ""
                yield from ("", f"### {entry.definition}{table}", "", entry.meaning)
                if entry.words:
                    named = (f"{replace(entry.definition, text=f'{{{kind}}}')} ({kind})" for kind in entry.words)
                    yield f"Words: {', '.join(named)}."
                if entry.example:
                    yield from ("", f"From `{entry.file}`:", "", "```gherkin", *entry.example, "```")
    yield from ("", "## Words", "")
    words: dict[str, str] = {}
    for entry in entries:
        words |= entry.words
    yield from (f"- **{kind}**: {allowed}." for kind, allowed in sorted(words.items()))

"""Whether the scenarios pin a terrain down: each mutant of it must fail one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..errors import InputError, Place, ToyBattleError
from ..game import Game
from ..resources import Content
from ..terrain.mutants import TerrainMutant, terrain_mutants
from .differ import found, ready
from .mutate import Fate, MutationReport, tried
from .run import run_scenario
from .sides import Pair
from .watch import Shown
from .world import World


def mutate_terrain(
    terrain: str,
    content: Content,
    variants: tuple[str, ...] = (),
    games: int = 2000,
    tell: Callable[[int, int], None] = lambda done, of: None,
) -> MutationReport:
    """Run the scenarios that play a terrain against its mutants."""
    try:
        game = Game.load(terrain, variants=variants, content=content)
    except InputError as error:
        return MutationReport((), error.faults)
    shown, report = tried(content, variants)
    if not report.is_fine:
        return MutationReport((), unproven=report)
    own = [x for x in shown if x.terrain == terrain]
    (path,) = (path for path in content.files("terrains", "*.yaml") if path.stem == terrain)
    mutants, fates = list(terrain_mutants(game.terrain)), []
    for mutant in mutants:
        fates.append(replace(_fate(mutant, game, own, content, variants, games), place=Place(content.name(path))))
        tell(len(fates), len(mutants))
    return MutationReport(tuple(fates))


def _fate(mutant: TerrainMutant, game: Game, shown: list[Shown], content: Content, variants: tuple[str, ...], games: int) -> Fate:
    """Run scenarios against one mutant until one fails."""
    fate, made = Fate(mutant.id, Place(""), mutant.description, "", ""), dict[str, Game]()

    def instead(plain: Game) -> Game:
        return made.setdefault(plain.digest, _on(mutant, plain)) if plain.terrain == game.terrain else plain

    for x in sorted(shown, key=lambda x: x.game):
        result = run_scenario(x.feature, x.scenario, content, variants, world=World(content, list(variants), instead))
        if result.failures:
            return replace(fate, killed_by=result.place)
    difference, played = found([Pair(game, _on(mutant, game))], games)
    try:
        return replace(fate, games=played, scenario=ready(difference, content) if difference else None)
    except ToyBattleError as error:
        return replace(fate, games=played, problem=f"a difference was found that has no steps: {error}")


def _on(mutant: TerrainMutant, game: Game) -> Game:
    """Return a game on a mutant of its terrain."""
    return Game(
        mutant.terrain, game.ruleset, special_bases=game.special_bases, variants=game.variants, terrain_word=game.terrain_word
    )  # fmt: skip

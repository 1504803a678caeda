"""Terrains with one thing left out or swapped each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from toybattle.terrain.terrain import Terrain


@dataclass(frozen=True, slots=True)
class TerrainMutant:
    """A terrain that differs from another in one thing."""

    id: str
    """`path 3 5 | drop`."""
    description: str
    """One sentence."""
    terrain: Terrain


def terrain_mutants(terrain: Terrain) -> Iterator[TerrainMutant]:
    """Yield a terrain without each of its paths, each base of its regions, and with the objectives swapped."""
    ids = [slot.id for slot in terrain.slots]
    for i, j in terrain.paths:
        is_mutual = (j, i) in terrain.paths
        if not is_mutual or i < j:
            kept = tuple(path for path in terrain.paths if path not in ((i, j), (j, i)))
            name = f"path {ids[i]} {'' if is_mutual else '> '}{ids[j]}"
            yield TerrainMutant(f"{name} | drop", f"The {name} is left out.", replace(terrain, paths=kept))
    for number, region in enumerate(terrain.regions):
        for base in region.around if len(region.around) > 1 else ():
            less = replace(region, around=tuple(i for i in region.around if i != base))
            regions = (*terrain.regions[:number], less, *terrain.regions[number + 1 :])
            said = f"Base {ids[base]} is left out around region {region.id}."
            yield TerrainMutant(f"region {region.id} | drop {ids[base]}", said, replace(terrain, regions=regions))
    blue, red = terrain.objective
    if blue != red:
        said = f"Blue needs {red} medals and red {blue}, instead of the other way round."
        yield TerrainMutant("objective | swap", said, replace(terrain, objective=(red, blue)))

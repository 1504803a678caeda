"""Boards as pictures: SVG for pages and notebooks, PNG for everything else."""

from __future__ import annotations

from collections.abc import Sequence

from toybattle.draw.chart import WIDTH, chart
from toybattle.draw.field import field
from toybattle.draw.markup import group, number, safe
from toybattle.draw.panels import heading, legend, player_panel
from toybattle.draw.scene import Refusal, Scene
from toybattle.draw.scheme import DARK, FONT, LIGHT, PATTERNS, SCOPE, STYLE, style_sheet
from toybattle.errors import ToyBattleError
from toybattle.game import Game, State, View
from toybattle.resources import shipped

_FONT_FILE = "inter-semibold.ttf"


class Picture(str):
    """An SVG document, light or dark as its reader's system is; notebooks show it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def png(self, width: int = 1200, *, is_dark: bool = False) -> bytes:
        """Return it as a PNG of this many pixels across; needs the extra `png`."""
        try:
            from resvg_py import svg_to_bytes  # noqa: PLC0415
        except ImportError as error:
            raise ToyBattleError("pictures as PNG need resvg-py: pip install 'toybattle[png]'") from error
        # Other fonts of the system are looked at only for letters that ours lacks.
        font = str(shipped("fonts") / _FONT_FILE)
        painted = self.replace(style_sheet(LIGHT), style_sheet(DARK), 1) if is_dark else str(self)
        return bytes(svg_to_bytes(svg_string=painted, width=width, font_files=[font], font_family="Inter"))


def svg(game: Game, seen: State | View | None = None, *, moved: Sequence[str] = (), refusal: Refusal | None = None) -> Picture:
    """Return a picture of a terrain, with everything that a state holds or a player may know of it.

    `moved` are the slots of the last move.
    Of a state or a view whose player is to decide, the slots open to this player are marked, unless a refusal is shown.
    """
    scene = Scene(game, seen, moved, refusal)
    above, top = heading(scene)
    board, bottom = _board(scene, top)
    signs, bottom = legend(scene, bottom + 6)
    height = number(bottom + 14)
    ground = f'<rect class="ground" width="{WIDTH}" height="{height}"/>'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
    return Picture(f"{start}{_frame(scene, height)}<style>{STYLE}</style>{PATTERNS}{ground}{above}{board}{signs}</svg>\n")


def figure(game: Game, seen: State | None = None, *, moved: Sequence[str] = (), refusal: Refusal | None = None) -> str:
    """Return a board, without what nobody looks into, as a part of a page that has `FIGURE_STYLE` and, not hidden, `PATTERNS`."""
    scene = Scene(game, seen, moved, refusal, is_small=True)
    board, bottom = _board(scene, 0)
    return f"<svg {_frame(scene, number(bottom + 4))}{board}</svg>"


def _frame(scene: Scene, height: str) -> str:
    """Return the rest of a picture's first tag, and its title."""
    title = safe(f"{scene.terrain.name}{': ' * bool(scene.heading)}{scene.heading}")
    return f'viewBox="0 0 {WIDTH} {height}" class="{SCOPE}" {FONT} role="img"><title>{title}</title>'


def _board(scene: Scene, top: float) -> tuple[str, float]:
    """Return the map between what its players have, and where it ends."""
    laid_out = chart(scene.terrain)
    blue, edge = player_panel(scene, "blue", top)
    red, bottom = player_panel(scene, "red", edge + laid_out.height + 4)
    card = f'<rect class="card" x="8" y="{number(edge)}" width="{WIDTH - 16}" height="{number(laid_out.height)}" rx="18"/>'
    return f"{blue}{card}{group(0, edge, field(scene, laid_out))}{red}", bottom

"""The charts: what they show is settled here, and drawn once a page or a PDF asks for it.

Colours are those of Okabe and Ito, which people with any colour vision tell apart; each line has its
own dashes and marker besides, and its name at its end, so that print without colour says the same.
Nothing here draws by chance or by the clock: the same chart gives the same bytes.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Colour, dashes and marker, one for each dial in an edition's order.
STYLES: tuple[tuple[str, Any, str], ...] = (
    ("#d55e00", "-", "o"),
    ("#0072b2", (0, (5, 2)), "s"),
    ("#009e73", (0, (4, 1.5, 1, 1.5)), "^"),
    ("#cc79a7", (0, (1, 1.2)), "D"),
    ("#e69f00", (0, (8, 2)), "v"),
    ("#56b4e9", (0, (3, 1, 1, 1, 1, 1)), "P"),
)
# What is neither a line nor a field: it follows the page from light to dark.
INK = "#1b1b1b"
FAINT = "#8a8a8a"
DPI = 170
SALT = "talisman-companion"


class Chart(Protocol):
    """Something that can be drawn on a figure."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in inches."""
        ...

    def draw(self, figure: Figure) -> None:
        """Draw it."""
        ...


def svg(chart: Chart) -> bytes:
    """A chart as SVG, whose texts stay texts."""
    return _drawn(chart, "svg", metadata={"Date": None, "Creator": None}, facecolor="none")


def png(chart: Chart) -> bytes:
    """A chart as PNG, for print."""
    return _drawn(chart, "png", dpi=DPI, metadata={"Software": None}, facecolor="white")


def _drawn(chart: Chart, kind: str, **how: Any) -> bytes:
    from matplotlib import rc_context  # noqa: PLC0415 - heavy: only whoever draws loads it
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    settings: Any = {
        "svg.hashsalt": SALT,
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans"],
        "font.size": 9,
        "axes.edgecolor": FAINT,
        "axes.labelcolor": INK,
        "text.color": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "text.parse_math": False,
    }
    with rc_context(settings), _any_script():
        figure = Figure(figsize=chart.size)
        FigureCanvasAgg(figure)
        chart.draw(figure)
        out = BytesIO()
        figure.savefig(out, format=kind, **how)
    return out.getvalue()


@contextmanager
def _any_script() -> Iterator[None]:
    """An edition's words may be in a script that the measuring font lacks; the reader's device has it."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph \d+ .* missing from font")
        yield


# ---------------------------------------------------------------------- dials over time


@dataclass(frozen=True, slots=True)
class Death:
    """A character that died: in which turn, and which one."""

    turn: int
    name: str


@dataclass(frozen=True, slots=True)
class DialsChart:
    """One seat's dials at the end of each turn.

    `values` has for each turn one number a dial; turns without a character in play are missing.
    """

    names: Sequence[str]
    values: dict[int, tuple[int, ...]]
    deaths: Sequence[Death]
    last_turn: int
    turn_word: str

    @property
    def size(self) -> tuple[float, float]:
        """Wide enough for a phone's width without shrinking the letters."""
        return (4.3, 2.6)

    def draw(self, figure: Figure) -> None:
        """A step line a dial, with its name at its end; deaths are crosses on a line of their own."""
        from matplotlib.ticker import MaxNLocator  # noqa: PLC0415 - see _drawn

        axes = figure.add_axes((0.075, 0.16, 0.585, 0.8))
        axes.set_facecolor("none")
        top = max((max(values) for values in self.values.values()), default=1)
        last = max(self.last_turn, 2)
        ends = []
        for at, name in enumerate(self.names):
            colour, dashes, marker = STYLES[at % len(STYLES)]
            # A little apart, so that dials of one height do not hide each other.
            off = (at - (len(self.names) - 1) / 2) * 0.07
            for turns in _runs(sorted(self.values)):
                heights = [self.values[turn][at] + off for turn in turns]
                marked = [
                    place
                    for place, turn in enumerate(turns)
                    if place == 0 or self.values[turns[place - 1]][at] != self.values[turn][at]
                ]
                axes.plot(
                    turns,
                    heights,
                    color=colour,
                    linestyle=dashes,
                    linewidth=1.6,
                    marker=marker,
                    markersize=3.6,
                    markevery=marked,
                    drawstyle="steps-post",
                )
            if self.values:
                end = max(self.values)
                value = self.values[end][at]
                ends.append((value + off, end, f"{name} {value}", colour))
        for death in self.deaths:
            axes.axvline(death.turn, color=INK, linewidth=0.8, linestyle=(0, (1, 2)))
            axes.plot([death.turn], [top + 0.75], marker="X", color=INK, markersize=7)
            axes.annotate(
                death.name,
                (death.turn, top + 0.75),
                xytext=(-7 if death.turn > last / 2 else 7, 0),
                textcoords="offset points",
                ha="right" if death.turn > last / 2 else "left",
                va="center",
                fontsize=8,
            )
        axes.set_xlim(0.5, last + 0.5)
        axes.set_ylim(-0.6, top + (1.4 if self.deaths else 0.6))
        self._name(axes, ends, last)
        axes.set_xlabel(self.turn_word, labelpad=2)
        axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        axes.grid(axis="y", color=FAINT, linewidth=0.4, alpha=0.5)
        axes.spines[["top", "right"]].set_visible(False)

    @staticmethod
    def _name(axes: Axes, ends: list[tuple[float, int, str, str]], last: int) -> None:
        """The names at the lines' ends, moved apart where they would cover each other."""
        low, high = axes.get_ylim()
        ends = sorted(ends)
        heights = _apart([value for value, *_ in ends], (high - low) / 13, low, high)
        for (value, end, label, colour), height in zip(ends, heights, strict=True):
            axes.annotate(
                label,
                (end, value),
                xytext=(last + 0.5 + last * 0.04, height),
                textcoords="data",
                va="center",
                annotation_clip=False,
                arrowprops={
                    "arrowstyle": "-",
                    "relpos": (0, 0.5),
                    "color": colour,
                    "linewidth": 0.7,
                    "shrinkA": 0,
                    "shrinkB": 0,
                },
            )


def _apart(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Heights in their order, each at least a gap from the next, between two bounds if there is room.

    >>> _apart([1.0, 1.0, 3.0], 0.5, 0.0, 3.25)
    [1.0, 1.5, 3.0]
    >>> _apart([3.0, 3.0], 0.5, 0.0, 3.25)
    [2.5, 3.0]
    """
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + gap if found else low + gap / 2))
    ceiling = high - gap / 2
    for at in reversed(range(len(found))):
        found[at] = min(found[at], ceiling)
        ceiling = found[at] - gap
    return found


def _runs(turns: Sequence[int]) -> list[list[int]]:
    """Turns that follow each other without a gap.

    >>> _runs([1, 2, 3, 7, 8])
    [[1, 2, 3], [7, 8]]
    """
    runs: list[list[int]] = []
    for turn in turns:
        if runs and runs[-1][-1] == turn - 1:
            runs[-1].append(turn)
        else:
            runs.append([turn])
    return runs


# ---------------------------------------------------------------------- the board


@dataclass(frozen=True, slots=True)
class Field:
    """A space of the board: its name, and how often somebody came to it."""

    name: str
    visits: int


@dataclass(frozen=True, slots=True)
class BoardChart:
    """The board as a map of visits: rings from the outermost to the middle, each clockwise."""

    rings: Sequence[Sequence[Field]]
    caption: str

    @property
    def size(self) -> tuple[float, float]:
        """A square, with room for the names."""
        return (4.9, 4.9)

    def draw(self, figure: Figure) -> None:
        """A square of fields a ring, darker the more often it was visited, with the number in each."""
        from matplotlib.patches import Rectangle  # noqa: PLC0415 - see _drawn

        axes = figure.add_axes((0.005, 0.005, 0.99, 0.99))
        most = max((field.visits for ring in self.rings for field in ring), default=0)
        places = list(laid_out([len(ring) for ring in self.rings]))
        reach = max((max(abs(x), abs(y)) + side / 2 for x, y, side in places), default=1.0)
        fields = [field for ring in self.rings for field in ring]
        for (x, y, side), field in zip(places, fields, strict=True):
            colour, text = _shade(field.visits, most)
            axes.add_patch(
                Rectangle(
                    (x - side / 2 + 0.03, y - side / 2 + 0.03),
                    side - 0.06,
                    side - 0.06,
                    facecolor=colour,
                    edgecolor=FAINT,
                    linewidth=0.8,
                )
            )
            if field.visits:
                axes.text(
                    x,
                    y + side * 0.25,
                    str(field.visits),
                    ha="center",
                    va="center",
                    fontsize=12.5,
                    fontweight="bold",
                    color=text,
                )
            name = _broken(field.name)
            axes.text(
                x,
                y - side * (0.19 if field.visits else 0.0),
                name,
                ha="center",
                va="center",
                fontsize=5.9 if name.count("\n") < 3 else 4.7,
                linespacing=1.0,
                color=text,
            )
        axes.set_xlim(-reach, reach)
        axes.set_ylim(-reach, reach)
        axes.set_aspect("equal")
        axes.set_axis_off()


# One blue from light to dark: brightness alone tells the order, to any eye and in print.
_SHADES = ("#e3eef9", "#c6dbef", "#9ecae1", "#6baed6", "#4292c6", "#2171b5", "#08519c", "#08306b")


def _shade(visits: int, most: int) -> tuple[str, str]:
    """The colour of a field and of what is written on it."""
    if not visits:
        return "none", INK
    # Where nobody went often, nothing is dark.
    at = round((visits - 1) / (max(most, 5) - 1) * (len(_SHADES) - 1))
    return _SHADES[at], "#000000" if at < 4 else "#ffffff"


def laid_out(rings: Sequence[int]) -> Iterator[tuple[float, float, float]]:
    """Where each field of some rings lies: its middle and its side, ring by ring, clockwise from a corner.

    The innermost ring is as small as its fields allow, each further one lies round it. A ring of four
    times n fields is a square with n + 1 on a side; any other is spread along such a square.

    >>> [(x, y) for x, y, _ in laid_out([4, 1])]
    [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (0.0, 0.0)]
    """
    radius = 0.0
    radii: list[float] = []
    for count in reversed(rings):
        needed = 0.0 if count <= 1 else count / 8
        radius = needed if not radii else max(needed, radius + 1.0 if count > 1 else radius)
        radii.append(radius)
    for count, half in zip(rings, reversed(radii), strict=True):
        if count <= 1:
            yield from ((0.0, 0.0, 1.0) for _ in range(count))
            continue
        around = 8 * half
        for at in range(count):
            yield (*_along(around * at / count, half), min(1.0, around / count))


def _along(way: float, half: float) -> tuple[float, float]:
    """A point on a square, clockwise from its upper left corner."""
    side, rest = divmod(way, 2 * half)
    corners = ((-half, half), (half, half), (half, -half), (-half, -half))
    steps = ((1, 0), (0, -1), (-1, 0), (0, 1))
    x, y = corners[int(side) % 4]
    dx, dy = steps[int(side) % 4]
    return round(x + dx * rest, 6), round(y + dy * rest, 6)


def _broken(name: str, width: int = 11) -> str:
    """A name on as many short lines as it needs."""
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines)

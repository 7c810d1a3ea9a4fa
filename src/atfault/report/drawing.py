"""The cycle of a hang as a drawing: where its boxes, arrows and words stand.

Threads stand on the left, what they wait for on the right, the last waiting for what the first has:

┌─▶ "step-0" ─ waits ─┐
│                     ▼
│       ┌─ held by ─ locks[1]
│       ▼
└─ … "step-1" ─ …
"""

from typing import NamedTuple

from atfault.report.escape import crop
from atfault.report.waits import NEEDED, Link

MAX_DRAWN = 300
"""Threads in two columns; of a longer cycle the first ones, and the last."""
STEP = 56.0
"""Pixels from one box of a column to the next one's height, in the other column."""
LABEL = 30
"""Characters of a name in a box."""
CHAR = 7.9
"""Pixels a character of 13 px monospace takes, at most."""
BOX_HEIGHT = 34.0


class Box(NamedTuple):
    """A thread, or what one waits for; its centre is at (x, y). text: cut to what fits."""

    text: str
    full: str
    is_thread: bool
    x: float
    y: float

    @property
    def half_width(self) -> float:
        return len(self.text) * CHAR / 2 + 14


class Label(NamedTuple):
    """Words beside an arrow. anchor: of SVG."""

    text: str
    x: float
    y: float
    anchor: str


class Arrow(NamedTuple):
    """line, head: paths of SVG. is_wait: from a thread to what it waits for; else the way on."""

    is_wait: bool
    line: str
    head: str
    labels: tuple[Label, ...]


class Drawing(NamedTuple):
    width: float
    height: float
    arrows: tuple[Arrow, ...]
    boxes: tuple[Box, ...]


class _Part(NamedTuple):
    """A box to be, and the words on the way to the next."""

    name: str
    is_thread: bool
    verb: str
    more: str


def is_held(link: Link) -> bool:
    return bool(link.taken) and link.verb != NEEDED


def drawing_of(links: tuple[Link, ...]) -> Drawing:
    """Boxes in the order of waiting: a thread, what it waits for, who has that, …"""
    parts: list[_Part] = []
    for at, link in enumerate(links):
        following = links[(at + 1) % len(links)]
        verb = "waits for it" if following.holds else "waits for its end"
        parts.append(_Part(link.who, True, verb, link.place))
        if following.holds:
            taken = f"taken {following.taken}" if is_held(following) else ""
            parts.append(_Part(link.waits, False, _passive(following), taken))
    if len(links) > MAX_DRAWN:
        left = f"… {len(links) - MAX_DRAWN:,} more"
        parts = [*parts[: 2 * MAX_DRAWN - 2], _Part(left, False, "", ""), parts[-2], parts[-1]]
    return _in_columns(parts)


def _passive(link: Link) -> str:
    """How the next thread has it: "held by", "probably held by", "needs"."""
    if link.verb == NEEDED:
        return "needs"
    return "probably held by" if link.verb.startswith("probably") else "held by"


def _in_columns(parts: list[_Part]) -> Drawing:
    """Boxes one below the other, threads on the left, what they wait for on the right."""
    width, height = 760.0, STEP * len(parts) + BOX_HEIGHT
    boxes = []
    for at, part in enumerate(parts):
        x = width * (0.3 if part.is_thread else 0.74)
        y = BOX_HEIGHT + STEP * at
        boxes.append(Box(crop(part.name, LABEL), part.name, part.is_thread, x, y))
    arrows = [_step(box, boxes[at + 1], parts[at]) for at, box in enumerate(boxes[:-1])]
    arrows.append(_way_back(boxes[-1], boxes[0], parts[-1]))
    return Drawing(width, height, tuple(arrows), tuple(boxes))


def _words(part: _Part) -> str:
    return ", ".join(filter(None, (part.verb, part.more)))


def _step(source: Box, target: Box, part: _Part) -> Arrow:
    """From a box to the next: level to its column, then down."""
    end = target.y - BOX_HEIGHT / 2 - 3
    if source.x == target.x:  # a thread that waits for the end of the next one
        line = f"M{source.x:.1f} {source.y + BOX_HEIGHT / 2:.1f}V{end - 9:.1f}"
        label = Label(_words(part), source.x + 10, (source.y + target.y) / 2 + 4, "start")
    else:
        right = target.x > source.x
        begin = source.x + (source.half_width if right else -source.half_width)
        line = f"M{begin:.1f} {source.y:.1f}H{target.x:.1f}V{end - 9:.1f}"
        label = Label(_words(part), (begin + target.x) / 2, source.y - 6, "middle")
    head = f"M{target.x:.1f} {end:.1f}L{target.x - 4.5:.1f} {end - 9:.1f}H{target.x + 4.5:.1f}Z"
    return Arrow(source.is_thread, line, head, (label,))


def _way_back(last: Box, first: Box, part: _Part) -> Arrow:
    """From the last box, below and along the left margin, to the first."""
    margin, below = 14.0, last.y + BOX_HEIGHT
    end = first.x - first.half_width - 3
    line = (
        f"M{last.x:.1f} {last.y + BOX_HEIGHT / 2:.1f}V{below:.1f}H{margin:.1f}V{first.y:.1f}"
        f"H{end - 9:.1f}"
    )
    head = f"M{end:.1f} {first.y:.1f}L{end - 9:.1f} {first.y - 4.5:.1f}V{first.y + 4.5:.1f}Z"
    label = Label(_words(part), margin + 8, below - 6, "start")
    return Arrow(last.is_thread, line, head, (label,))

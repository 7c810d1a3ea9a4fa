"""The cycle of a hang as a drawing: where its boxes, arrows and words stand.

Threads and what they wait for stand one below the other, the last waiting for what the first has.
It is as wide as a telephone, where it would not be read any more if it were made smaller.

┌─▶ "step-0"
│      │ waits for it
│      ▼ bank.py:12
│   locks[1]
│      │ held by
│      ▼ taken bank.py:10
│   "step-1"
└──────┘ …
"""

from typing import NamedTuple

from atfault.report.escape import crop
from atfault.report.waits import NEEDED, Link

MAX_DRAWN = 300
"""Threads; of a longer cycle the first ones, and the last."""
WIDTH, CENTRE, MARGIN = 340.0, 152.0, 8.0
"""Pixels: of the whole, where the boxes stand in it, and where the way back is."""
STEP = 88.0
"""Pixels from one box to the next."""
BOX_HEIGHT = 34.0
LINE_HEIGHT = 16.0
LABEL = 30
"""Characters of a name in a box."""
WORDS = 24
"""Characters of a line beside an arrow."""
CHAR = 7.9
"""Pixels a character of 13 px monospace takes, at most."""


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
    """A line of words to the right of an arrow."""

    text: str
    x: float
    y: float


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
    return _in_a_column(parts)


def _passive(link: Link) -> str:
    """How the next thread has it: "held by", "probably held by", "needs"."""
    if link.verb == NEEDED:
        return "needs"
    return "probably held by" if link.verb.startswith("probably") else "held by"


def _in_a_column(parts: list[_Part]) -> Drawing:
    boxes = []
    for at, part in enumerate(parts):
        y = BOX_HEIGHT + STEP * at
        boxes.append(Box(crop(part.name, LABEL), part.name, part.is_thread, CENTRE, y))
    arrows = [_step(box, boxes[at + 1], parts[at]) for at, box in enumerate(boxes[:-1])]
    arrows.append(_way_back(boxes[-1], boxes[0], parts[-1]))
    below = BOX_HEIGHT / 2 + LINE_HEIGHT * 3
    return Drawing(WIDTH, boxes[-1].y + below, tuple(arrows), tuple(boxes))


def _labels(part: _Part, x: float, y: float) -> tuple[Label, ...]:
    """What is done, and where; y: of the first line."""
    lines = (crop(part.verb, WORDS), crop(part.more, WORDS, keep_end=True))
    return tuple(
        Label(text, x, y + LINE_HEIGHT * at) for at, text in enumerate(filter(None, lines))
    )


def _step(source: Box, target: Box, part: _Part) -> Arrow:
    """From a box down to the next."""
    begin, end = source.y + BOX_HEIGHT / 2, target.y - BOX_HEIGHT / 2 - 3
    line = f"M{source.x:.1f} {begin:.1f}V{end - 9:.1f}"
    head = f"M{target.x:.1f} {end:.1f}L{target.x - 4.5:.1f} {end - 9:.1f}H{target.x + 4.5:.1f}Z"
    return Arrow(source.is_thread, line, head, _labels(part, source.x + 10, begin + 20))


def _way_back(last: Box, first: Box, part: _Part) -> Arrow:
    """From the last box, below and along the left margin, to the first."""
    begin, below = last.y + BOX_HEIGHT / 2, last.y + BOX_HEIGHT
    end = first.x - first.half_width - 3
    line = f"M{last.x:.1f} {begin:.1f}V{below:.1f}H{MARGIN:.1f}V{first.y:.1f}H{end - 9:.1f}"
    head = f"M{end:.1f} {first.y:.1f}L{end - 9:.1f} {first.y - 4.5:.1f}V{first.y + 4.5:.1f}Z"
    return Arrow(last.is_thread, line, head, _labels(part, last.x + 10, begin + 14))

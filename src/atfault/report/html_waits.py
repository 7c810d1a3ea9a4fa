"""The hang parts of the HTML page: the cycle as a drawing, chains, tasks.

The drawing is inline SVG without scripts, links or identifiers: threads on the left, what they wait
for on the right, the last waiting for what the first has:

┌─▶ "step-0" ─ waits ─┐
│                     ▼
│       ┌─ held by ─ locks[1]
│       ▼
└─ … "step-1" ─ …
"""

from collections.abc import Callable
from typing import NamedTuple

from atfault.model.counts import counted
from atfault.model.places import PlaceReport
from atfault.model.report import Report
from atfault.model.report_waits import TaskReport
from atfault.report.escape import clean, crop
from atfault.report.places import Places
from atfault.report.tasks import task_groups, task_title, tasks_title
from atfault.report.waits import NEEDED, Link, Picture

MAX_DRAWN = 300
"""Threads in two columns; of a longer cycle the first ones, and the last."""
STEP = 56.0
"""Pixels from one box of a column to the next one's height, in the other column."""
MAX_GROUPS = 60
MAX_NAMES = 20
MAX_FRAMES = 40
LABEL = 30
"""Characters of a name in a box."""
CHAR = 7.9
"""Pixels a character of 13 px monospace takes, at most."""
BOX_HEIGHT = 34.0


class Node(NamedTuple):
    """A box of the drawing, its centre at (x, y)."""

    text: str
    full: str
    is_thread: bool
    x: float
    y: float

    @property
    def half_width(self) -> float:
        return len(self.text) * CHAR / 2 + 14


def picture_html(drawn: Picture, text: Callable[[str], str]) -> list[str]:
    """The drawing of a cycle, its words folded away; each thread of a chain in a row of words.
    text: escapes for HTML."""
    is_drawn = drawn.closed and len(drawn.links) >= 2
    rows = []
    for link in drawn.links:
        holds, waits = "", ""
        if link.holds:
            taken = f", taken <b>{text(link.taken)}</b>" if _is_held(link) else ""
            holds = f"{link.verb} <code>{text(link.holds)}</code>{taken}"
        if link.waits:
            place = f" at <b>{text(link.place)}</b>" if link.place else ""
            waits = f"waits for <code>{text(link.waits)}</code>{place}"
        rows.append(f"<tr><td>{text(link.who)}</td><td>{holds}</td><td>{waits}</td></tr>")
    kind = "cycle" if drawn.closed else "chain"
    table = [f'<div class="scroll"><table class="waits {kind}">', *rows, "</table></div>"]
    if not is_drawn:
        return table
    words = ["<details><summary>the same in words</summary>", *table, "</details>"]
    return [*_svg(drawn.links, text), *words]


def _is_held(link: Link) -> bool:
    return bool(link.taken) and link.verb != NEEDED


def _svg(links: tuple[Link, ...], text: Callable[[str], str]) -> list[str]:
    """Nodes in the order of waiting: a thread, what it waits for, who has that, …"""
    parts: list[tuple[str, bool, str]] = []
    for at, link in enumerate(links):
        following = links[(at + 1) % len(links)]
        verb = "waits for it" if following.holds else "waits for its end"
        parts.append((link.who, True, f"{verb}|{link.place}"))
        if following.holds:
            edge = f"taken {following.taken}" if _is_held(following) else ""
            parts.append((link.waits, False, f"{_passive(following)}|{edge}"))
    if len(links) > MAX_DRAWN:
        kept = 2 * MAX_DRAWN
        left = f"… {len(links) - MAX_DRAWN:,} more"
        parts = [*parts[: kept - 2], (left, False, "|"), parts[-2], parts[-1]]
    width, height = 760.0, STEP * len(parts) + BOX_HEIGHT
    nodes = _in_columns([(name, is_thread) for name, is_thread, _ in parts], width)
    out = [
        f'<svg class="drawing" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        'aria-label="the cycle of waits">'
    ]
    labels = [label for _, _, label in parts]
    for at, (node, label) in enumerate(zip(nodes, labels)):
        onward = nodes[(at + 1) % len(nodes)]
        if at + 1 < len(nodes):
            out += _step(node, onward, label, text)
        else:
            out += _way_back(node, onward, label, text)
    for node in nodes:
        out += _box(node, text)
    return [*out, "</svg>"]


def _passive(link: Link) -> str:
    """How the next thread has it: "held by", "probably held by", "needs"."""
    if link.verb == NEEDED:
        return "needs"
    return "probably held by" if link.verb.startswith("probably") else "held by"


def _in_columns(parts: list[tuple[str, bool]], width: float) -> list[Node]:
    """Boxes one below the other, threads on the left, what they wait for on the right."""
    nodes = []
    for at, (name, is_thread) in enumerate(parts):
        text = crop(name, LABEL)
        x = width * (0.3 if is_thread else 0.74)
        nodes.append(Node(text, name, is_thread, x, BOX_HEIGHT + STEP * at))
    return nodes


def _step(source: Node, target: Node, label: str, text: Callable[[str], str]) -> list[str]:
    """From a box to the next: level to its column, then down."""
    words = ", ".join(filter(None, (text(part) for part in label.split("|"))))
    end = target.y - BOX_HEIGHT / 2 - 3
    if source.x == target.x:  # a thread that waits for the end of the next one
        line = f"M{source.x:.1f} {source.y + BOX_HEIGHT / 2:.1f}V{end - 9:.1f}"
        x, y, anchor = source.x + 10, (source.y + target.y) / 2 + 4, "start"
    else:
        right = target.x > source.x
        begin = source.x + (source.half_width if right else -source.half_width)
        line = f"M{begin:.1f} {source.y:.1f}H{target.x:.1f}V{end - 9:.1f}"
        x, y, anchor = (begin + target.x) / 2, source.y - 6, "middle"
    head = f"M{target.x:.1f} {end:.1f}L{target.x - 4.5:.1f} {end - 9:.1f}H{target.x + 4.5:.1f}Z"
    kind = "waiting" if source.is_thread else "held"
    return [
        f'<g class="{kind}"><path class="line" d="{line}"></path><path class="head" d="{head}">'
        f'</path><text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text></g>'
    ]


def _way_back(last: Node, first: Node, label: str, text: Callable[[str], str]) -> list[str]:
    """From the last box, below and along the left margin, to the first."""
    margin, below = 14.0, last.y + BOX_HEIGHT
    end = first.x - first.half_width - 3
    line = (
        f"M{last.x:.1f} {last.y + BOX_HEIGHT / 2:.1f}V{below:.1f}H{margin:.1f}V{first.y:.1f}"
        f"H{end - 9:.1f}"
    )
    head = f"M{end:.1f} {first.y:.1f}L{end - 9:.1f} {first.y - 4.5:.1f}V{first.y + 4.5:.1f}Z"
    words = ", ".join(filter(None, (text(part) for part in label.split("|"))))
    kind = "waiting" if last.is_thread else "held"
    return [
        f'<g class="{kind}"><path class="line" d="{line}"></path><path class="head" d="{head}">'
        f'</path><text x="{margin + 8:.1f}" y="{below - 6:.1f}" text-anchor="start">'
        f"{words}</text></g>"
    ]


def _box(node: Node, text: Callable[[str], str]) -> list[str]:
    half, radius = node.half_width, 6 if node.is_thread else BOX_HEIGHT / 2
    kind = "who" if node.is_thread else "what"
    return [
        f'<g class="{kind}"><title>{text(node.full)}</title>'
        f'<rect x="{node.x - half:.1f}" y="{node.y - BOX_HEIGHT / 2:.1f}" '
        f'width="{2 * half:.1f}" height="{BOX_HEIGHT:.0f}" rx="{radius:.0f}"></rect>'
        f'<text x="{node.x:.1f}" y="{node.y + 4.5:.1f}">{text(node.text)}</text></g>'
    ]


# -- tasks -----------------------------------------------------------------------------------------


def tasks_html(report: Report, places: Places, text: Callable[[str], str]) -> list[str]:
    """The section of asyncio's tasks; [] when there are none."""
    if not report.tasks:
        return []
    out = [f'<h2>{text(tasks_title(report))} <span class="quiet">most recent call last</span></h2>']
    groups = task_groups(report)
    for group in groups[:MAX_GROUPS]:
        out += _task_group(group, places, text)
    left = sum(len(group) for group in groups[MAX_GROUPS:])
    if left:
        out.append(f'<p class="quiet">{counted(left, "more task")}: in the JSON report</p>')
    return out


def _task_group(
    group: tuple[TaskReport, ...], places: Places, text: Callable[[str], str]
) -> list[str]:
    like = ""
    if len(group) > 1:
        names = ", ".join(text(crop(clean(task.name), 60)) for task in group[1:MAX_NAMES])
        more = f" and {len(group) - MAX_NAMES:,} more" if len(group) > MAX_NAMES else ""
        like = f'<span class="state">× {len(group):,}</span>'
        names = f'<tr class="note"><td colspan="2">like it: {names}{more}</td></tr>'
    else:
        names = ""
    rows = [_task_row(frame, places, text) for frame in reversed(group[0].frames[:MAX_FRAMES])]
    return [
        f'<details class="thread"><summary>{text(task_title(group[0]))} {like}</summary>',
        '<div class="scroll"><table class="stack tasks">',
        *rows,
        f"{names}</table></div></details>",
    ]


def _task_row(frame: PlaceReport, places: Places, text: Callable[[str], str]) -> str:
    mine = ' class="mine"' if frame.mine else ""
    place = text(crop(places.line(frame.file, frame.line), 200, keep_end=True))
    function = text(crop(clean(frame.function), 200))
    return f'<tr{mine}><td title="{text(frame.file)}">{place}</td><td>{function}</td></tr>'

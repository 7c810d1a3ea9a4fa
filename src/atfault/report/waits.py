"""Who waits for whom: the picture of a cycle or chain, and the words in a thread's heading.

A cycle, each row waiting for what the next has, the last for what the first has:

    ┌▶ "pay-1"  holds a.lock (taken bank.py:10)  waits for b.lock (bank.py:12)
    └─ "pay-2"  holds b.lock (taken bank.py:10)  waits for a.lock (bank.py:12)

A chain, which ends at something that nobody has:

    "MainThread"  waits for thread "reader" (main.py:20)
    └▶ "reader"  waits for jobs: empty (main.py:9)
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from atfault.model.counts import counted
from atfault.model.findings import Blame, Finding
from atfault.model.kinds import OWNED, TAKEN, thread_key
from atfault.model.report import Report, ThreadReport
from atfault.model.report_company import PlaceReport
from atfault.model.report_waits import WaitEdge, WaitGraph, WaitNode
from atfault.report.escape import clean, crop, pad, width_of
from atfault.report.layout import Style, wrapped
from atfault.report.names import cropped, thread_name
from atfault.report.places import Places

MAX_LINKS = 64
"""Of a chain."""
SHOWN_LINKS = 12
"""Rows of a cycle or chain: the first ones and the last."""
MAX_PLACE = 32
MAX_DETAIL = 80
MAX_HOLDS = 6
"""Locks of one thread that its heading names without -v."""
MAX_DOINGS = 4
"""Different waits of threads with one stack that are told without -v …"""
MAX_DOERS = 3
"""… and names before each."""
LOCKS = TAKEN | OWNED | {"file"}
"""Kinds that a thread holds (a file by its lock); all others can only need somebody."""
NEEDED = "is needed for"
ACTORS = ("thread", "task")
"""Kinds of nodes that wait and hold."""


class Link(NamedTuple):
    """One thread or task of a picture. Texts are cleaned and cropped."""

    who: str
    """'"pay-1"', with its process where several take part."""
    holds: str
    """"a.lock"; "" when it is waited for itself (join)."""
    taken: str
    """"bank.py:10"."""
    verb: str
    """"holds", "probably holds", or "is needed for" what nobody can hold (a pipe, a future)."""
    waits: str
    place: str
    tid: int | None
    """Of the thread itself; None of a task."""
    pid: int | None = None
    """Of its process."""


class Picture(NamedTuple):
    links: tuple[Link, ...]
    closed: bool
    """A cycle."""


def picture(finding: Finding, report: Report, places: Places) -> Picture | None:
    """The cycle that the finding is about, or else the chain from its first thread; None if there
    is nothing that a heading of one thread would not say."""
    graph = report.waits
    if graph is None or not finding.blame:
        return None
    drawing = _Drawing(graph, report, places)
    first = drawing.key_of(finding.blame[0])
    if finding.about:
        return drawing.cycle(finding.about, first)
    # Of a crash, the thread that is shown to wait does so for the one that crashed.
    return None if report.kind == "crash" else drawing.chain(first)


def shown_links(drawn: Picture) -> tuple[Link, ...]:
    """Those of its links for which text has room: the first ones, and the last."""
    left = len(drawn.links) - SHOWN_LINKS
    return drawn.links if left <= 0 else drawn.links[: SHOWN_LINKS - 1] + drawn.links[-1:]


class _Drawing:
    """Turns keys of the graph into rows."""

    def __init__(self, graph: WaitGraph, report: Report, places: Places) -> None:
        self._nodes = {node.key: node for node in graph.nodes}
        self._edges: dict[str, list[WaitEdge]] = {}
        for edge in graph.edges:
            self._edges.setdefault(edge.source, []).append(edge)
        self._pid = report.process.pid
        self._places = places

    def key_of(self, blame: Blame) -> str:
        """Of the thread that runs the line; "" when the graph has none."""
        if blame.tid is not None and thread_key(blame.tid) in self._nodes:
            return thread_key(blame.tid)
        threads = (node for node in self._nodes.values() if node.kind == "thread")
        names = (
            node.key
            for node in threads
            if blame.thread in (node.name or str(node.tid), str(node.tid))
        )
        return next(names, "")

    def cycle(self, keys: tuple[str, ...], first: str) -> Picture | None:
        own = next((i for i, key in enumerate(keys) if self._is_thread(key)), 0)
        start = keys.index(first) if first in keys else own
        turned = keys[start:] + keys[:start]
        links = [
            self._link(turned[at - 1], key, turned[(at + 1) % len(turned)])
            for at, key in enumerate(turned)
            if self._is_thread(key)
        ]
        return Picture(self._told_apart(turned, links), True) if links else None

    def chain(self, first: str) -> Picture | None:
        """From the thread `first` along the first wait of each, until nothing is known."""
        key = first
        seen: list[str] = []
        while key and key not in seen and len(seen) < MAX_LINKS:
            seen.append(key)
            edges = self._edges.get(key)
            key = edges[0].target if edges else ""
        threads = [at for at, key in enumerate(seen) if self._is_thread(key)]
        if len(threads) < 2:
            return None
        links = [
            self._link(seen[at - 1] if at else "", seen[at], (seen[at + 1 :] + [""])[0])
            for at in threads
        ]
        return Picture(self._told_apart(tuple(seen), links), False)

    def _is_thread(self, key: str) -> bool:
        node = self._nodes.get(key)
        return node is not None and node.kind in ACTORS

    def _link(self, before: str, key: str, after: str) -> Link:
        """before: what it holds, or the thread that waits for it; after: what it waits for."""
        node = self._nodes[key]
        held = self._nodes.get(before)
        wanted = self._nodes.get(after)
        taken = self._edge(before, key)
        wait = self._edge(key, after)
        holds = held is not None and held.kind not in (*ACTORS, "process")
        return Link(
            who=actor_name(node),
            holds=cropped(held.name) if held is not None and holds else "",
            taken=self._place(taken.place) if taken is not None and holds else "",
            verb=_verb(held, taken),
            waits=self._wanted(wanted),
            place=self._place(wait.place) if wait is not None else "",
            tid=node.tid if node.kind == "thread" else None,
            pid=self._pid if node.pid is None else node.pid,
        )

    def _wanted(self, node: WaitNode | None) -> str:
        if node is None:
            return ""
        if node.kind in ACTORS:
            return f"the end of {actor_name(node._replace(detail=''))}"
        text = cropped(node.name)
        if node.detail and node.kind not in LOCKS:
            text += f": {crop(clean(node.detail), MAX_DETAIL)}"
        return text

    def _told_apart(self, keys: tuple[str, ...], links: list[Link]) -> tuple[Link, ...]:
        """With process ids where several take part, and thread ids where names are the same."""
        threads = [self._nodes[key] for key in keys if self._is_thread(key)]
        several = any(node.pid not in (None, self._pid) for node in threads)
        names = [link.who for link in links]
        told = []
        for node, link in zip(threads, links):
            who = link.who
            if several and node.pid is not None:
                who += f" of process {node.pid}"
            elif names.count(who) > 1 and node.name and node.kind == "thread":
                who += f" {node.tid}"
            told.append(link._replace(who=who))
        return tuple(told)

    def _edge(self, source: str, target: str) -> WaitEdge | None:
        for edge in self._edges.get(source, ()):
            if edge.target == target:
                return edge
        return None

    def _place(self, place: PlaceReport | None) -> str:
        if place is None:
            return ""
        return _brief(self._places.line(place.file, place.line))


def _verb(held: WaitNode | None, edge: WaitEdge | None) -> str:
    is_behind = edge is not None and edge.proof == "inferred"
    if is_behind or (held is not None and held.kind not in LOCKS):
        return NEEDED
    return "probably holds" if edge is not None and edge.proof == "suspected" else "holds"


def actor_name(node: WaitNode) -> str:
    """'"pay-1"', 'task "Task-2" (pay)'."""
    if node.kind != "task":
        return thread_name(node.name, node.tid)
    name = f'task "{cropped(node.name)}"' if node.name else "a task"
    return f"{name} ({cropped(node.detail)})" if node.detail else name


def _brief(place: str) -> str:
    """A place without its folders where those are long: the stacks below name them."""
    if width_of(place) > MAX_PLACE:
        place = place.rsplit("/", 1)[-1]
    return crop(place, MAX_PLACE, keep_end=True)


# -- as text ---------------------------------------------------------------------------------------


Row = tuple[str, str, str]
"""(bracket, who, the rest)"""


def picture_lines(drawn: Picture, style: Style, width: int) -> list[str]:
    """The picture, four columns in; a row a thread where that fits, else three."""
    links = shown_links(drawn)
    left = len(drawn.links) - len(links)
    rows = _wide_rows(links, drawn.closed)
    if max(map(_row_width, rows)) + 4 > width:
        rows = _folded(_tall_rows(links, drawn.closed), width - 4)
    lines = [
        f"    {style.paint('mark', bracket)}{style.paint('strong', who)}{rest}".rstrip()
        for bracket, who, rest in rows
    ]
    if left > 0:
        last = max(at for at, (_, who, _) in enumerate(rows) if who)
        lines.insert(last, f"    {style.paint('mark', '│  ')}… {left} more")
    return lines


def _folded(rows: list[Row], width: int) -> list[Row]:
    """Tall rows, those that are too wide on several lines beside the same bracket."""
    out: list[Row] = []
    for bracket, who, rest in rows:
        room = width - width_of(bracket)
        if who:
            out.append((bracket, crop(who, room), ""))
        else:
            out += [(bracket, "", part) for part in wrapped(rest, room, hanging=4)]
    return out


def _row_width(row: Row) -> int:
    return sum(map(width_of, row))


def _wide_rows(links: tuple[Link, ...], closed: bool) -> list[Row]:
    who_width = max(width_of(link.who) for link in links)
    holds = [_holds(link) for link in links]
    holds_width = max(map(width_of, holds))
    rows = []
    for at, link in enumerate(links):
        bracket, _ = _brackets(at, len(links), closed)
        # a chain is indented step by step; its columns are not aligned
        who = pad(link.who, who_width) if closed else link.who
        held = pad(holds[at], holds_width) if closed else holds[at]
        rest = "".join(f"  {part}" for part in (held, _waits(link)) if part)
        rows.append((bracket, who, rest))
    return rows


def _tall_rows(links: tuple[Link, ...], closed: bool) -> list[Row]:
    rows = []
    for at, link in enumerate(links):
        bracket, below = _brackets(at, len(links), closed)
        rows.append((bracket, link.who, ""))
        rows += [(below, "", f"  {part}") for part in (_holds(link), _waits(link)) if part]
    return rows


def _brackets(at: int, count: int, closed: bool) -> tuple[str, str]:
    """What stands before a thread's name, and before further lines of it."""
    if not closed:
        return ("   " * (at - 1) + "└▶ " if at else ""), "   " * at
    if count == 1:
        return "", ""
    if at == count - 1:
        return "└─ ", "   "
    return ("┌▶ " if at == 0 else "│  "), "│  "


def _holds(link: Link) -> str:
    if not link.holds:
        return ""
    taken = f"taken {link.taken}" if link.taken and link.verb != NEEDED else ""
    return _with_clause(f"{link.verb} {link.holds}", taken)


def _waits(link: Link) -> str:
    if not link.waits:
        return ""
    return _with_clause(f"waits for {link.waits}", link.place)


def _with_clause(text: str, clause: str) -> str:
    """ "b.lock" and "taken bank.py:10" → "b.lock (taken bank.py:10)"; a bracket that the text
    ends in takes it up: "b.lock (0x7f2d8ab3fa00, taken bank.py:10)"."""
    if not clause:
        return text
    before, _, inside = text.rpartition("(")
    in_bracket = before.endswith(" ") and inside.endswith(")") and ")" not in inside[:-1]
    return f"{text[:-1]}, {clause})" if in_bracket else f"{text} ({clause})"


# -- a thread's heading ----------------------------------------------------------------------------


def waiting_words(
    thread: ThreadReport,
    pid: int | None,
    places: Places,
    *,
    verbose: bool = False,
    drawn: tuple[Link, ...] = (),
) -> list[str]:
    """["holds a.lock (taken bank.py:10)", "waits for b.lock (bank.py:12), held by "pay-2""]

    pid: the thread's process; owners in another are named with theirs. drawn: links of the picture
    above, which are not told again.
    """
    words = []
    link = next((link for link in drawn if link.tid == thread.tid), None)
    locks = [hold for hold in thread.holds if hold.get("kind") != "gil"]  # the title says that
    if link is not None:
        locks = [hold for hold in locks if _title(hold) != link.holds]
    limit = len(locks) if verbose else MAX_HOLDS
    for hold in locks[:limit]:
        verb = "probably holds" if hold.get("proof") == "suspected" else "holds"
        place = _place_of(hold, places)
        words.append(_with_clause(f"{verb} {_title(hold)}", f"taken {place}" if place else ""))
    if len(locks) > limit:
        words.append(f"holds {len(locks) - limit} more")
    told = link is not None and bool(link.waits)
    if thread.waits_for is not None and (not told or thread.waits_for.get("timeout") is True):
        words.append(_wait_words(thread.waits_for, (pid, thread.tid), places, verbose))
    return words


Waiter = tuple[int | None, int]
"""(pid, tid)"""


def _wait_words(wait: dict[str, Any], waiter: Waiter, places: Places, verbose: bool) -> str:
    if wait.get("kind") == "time":  # nothing but time has to pass
        name = _title(wait)
        sleeps = "sleeps" if name == "time to pass" else f"sleeps in {name}"
        return _with_clause(sleeps, _place_of(wait, places))
    text = f"waits for {_title(wait)}"
    detail = clean(_string(wait, "detail"))
    if detail:
        text += f": {crop(detail, MAX_DETAIL)}"
    others = [part for part in _list(wait, "others") if isinstance(part, str)]
    if others:
        shown = others if verbose else others[:2]
        more = (
            f" or {counted(len(others) - len(shown), 'other')}" if len(others) > len(shown) else ""
        )
        text += "".join(f" or {cropped(name)}" for name in shown) + more
    text = _with_clause(text, _place_of(wait, places))
    owners = _owners(wait, waiter)
    if owners:
        # a job or an item of a queue is held by nobody: somebody has to bring it
        text += f", held by {owners}" if wait.get("kind") in LOCKS else f", which needs {owners}"
    if wait.get("timeout") is True:
        text += ", with a timeout"
    if verbose and wait.get("exact") is False:
        text += ", as its Python frames tell"
    return text


def _owners(wait: dict[str, Any], waiter: Waiter) -> str:
    if wait.get("kind") in ("thread", "process"):
        return ""
    names = []
    for owner in _list(wait, "held_by")[:3]:
        if isinstance(owner, dict):
            tid = owner.get("tid")
            known = thread_name(_string(owner, "name"), tid if isinstance(tid, int) else None)
            pid = owner.get("pid")
            if waiter[0] is not None and isinstance(pid, int) and pid != waiter[0]:
                known += f" of process {pid}"
            names.append("itself" if tid == waiter[1] else known)
    return " and ".join(names)


def _title(part: dict[str, Any]) -> str:
    name, kind = _string(part, "name"), _string(part, "kind")
    return cropped(name or kind or "something")


def _place_of(part: dict[str, Any], places: Places) -> str:
    file, line = _string(part, "file"), part.get("line")
    if not file:
        return ""
    return _brief(places.line(file, line if isinstance(line, int) else None))


def _string(part: dict[str, Any], key: str) -> str:
    value = part.get(key)
    return value if isinstance(value, str) else ""


def _list(part: dict[str, Any], key: str) -> list[Any]:
    value = part.get(key)
    return list(value) if isinstance(value, list | tuple) else []


def group_words(
    group: Sequence[ThreadReport],
    pid: int | None,
    places: Places,
    *,
    verbose: bool = False,
    drawn: tuple[Link, ...] = (),
) -> list[str]:
    """What the threads of one stack hold and wait for: one text where they do alike, else one for
    each that does something, with its name before it."""
    told: dict[str, list[ThreadReport]] = {}
    for thread in group:
        words = waiting_words(thread, pid, places, verbose=verbose, drawn=drawn)
        told.setdefault(", ".join(words), []).append(thread)
    if len(told) == 1:
        return [text for text in told if text]
    texts = []
    shown = [(text, members) for text, members in told.items() if text]
    for text, members in shown if verbose else shown[:MAX_DOINGS]:
        names = [thread_name(one.name, one.tid) for one in members[:MAX_DOERS]]
        more = f" and {len(members) - len(names):,} more" if len(members) > len(names) else ""
        texts.append(f"{', '.join(names)}{more}: {text}")
    left = 0 if verbose else sum(len(members) for _, members in shown[MAX_DOINGS:])
    return [*texts, f"{left:,} more hold or wait for others of them"] if left else texts


def waiting_lines(
    group: Sequence[ThreadReport],
    pid: int | None,
    places: Places,
    width: int,
    *,
    verbose: bool = False,
    drawn: tuple[Link, ...] = (),
) -> list[str]:
    """The texts above, four columns in, on as few lines as they take."""
    texts = group_words(group, pid, places, verbose=verbose, drawn=drawn)
    return [line for text in texts for line in wrapped("    " + text, width, hanging=6)]

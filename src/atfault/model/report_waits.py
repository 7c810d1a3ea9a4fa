"""What a process that lives waits for and does, as part of its report."""

from typing import NamedTuple

from atfault.model.report_company import PlaceReport


class WaitNode(NamedTuple):
    """A thread, or something that threads wait for."""

    key: str
    """Unique in the graph: "thread:TID", else the key of the resource ("lock:0x7f…@PID")."""
    kind: str
    """"thread", "task" (of asyncio), or what kind of resource it is: "lock", "queue", "pipe" …"""
    name: str
    pid: int | None = None
    tid: int | None = None
    """Of a thread; of a task: of the thread that runs its event loop."""
    detail: str = ""
    """One clause more: "maxsize 10, 10 items"; of a task its coroutine."""


class WaitEdge(NamedTuple):
    """From what waits to what it waits for."""

    source: str
    target: str
    kind: str
    """"waits-for" (from a thread), or "held-by" (from a resource to the thread that has it, or
    that alone could bring it)."""
    place: PlaceReport | None = None
    """Where the thread waits; where it was taken."""
    proof: str = ""
    """How it is known. held-by: "owner", "with" or "suspected"; waits-for: "exact" or "inferred"
    (from Python frames and names)."""
    timeout: bool | None = None
    """Whether the wait ends by itself; None when unknown."""


class WaitGraph(NamedTuple):
    """Who waits for what, and who has it; over several processes where they were looked at."""

    nodes: tuple[WaitNode, ...]
    edges: tuple[WaitEdge, ...]
    cycles: tuple[tuple[str, ...], ...] = ()
    """Keys of nodes, each waiting for the next (by an edge), the last for the first."""


class TaskReport(NamedTuple):
    """A pending task of asyncio or trio, or a suspended greenlet."""

    name: str
    state: str
    """"pending", "running" …"""
    tid: int | None
    """The thread that runs its event loop, where known."""
    loop: str | None
    """"0x…": its event loop."""
    frames: tuple[PlaceReport, ...]
    """Its await chain; frames[0] is the innermost."""
    waits_for: str
    """In words; "" when unknown."""
    awaited_by: tuple[str, ...] = ()
    """Names of the tasks that wait for this one."""
    library: str = "asyncio"
    """Whose task it is."""


class ThreadActivityReport(NamedTuple):
    """What one thread did while the process was watched."""

    tid: int
    cpu_seconds: float
    wall_seconds: float
    moved: bool
    """Whether its Python position changed."""
    changed: tuple[str, ...] = ()
    """"i 10 → 14 (poll.py:7)"."""
    fixed: tuple[str, ...] = ()
    """Locals that did not change: "done = False"."""
    loop: PlaceReport | None = None
    """The user's innermost frame that stays while what it calls moves."""
    syscalls: tuple[str, ...] = ()
    switches: int = 0
    """How often it went to sleep, or was made wait for a processor."""


class ActivityReport(NamedTuple):
    seconds: float
    samples: int
    threads: tuple[ThreadActivityReport, ...]

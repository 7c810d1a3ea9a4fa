"""What is known of a process that the kernel killed for memory."""

from typing import NamedTuple


class GrownLine(NamedTuple):
    """A line that was being run when the process had grown."""

    file: str
    line: int | None
    function: str
    bytes: int
    """By how much it had grown, over all looks that saw this line."""
    looks: int
    callers: tuple[tuple[str, int | None, str], ...] = ()
    """(file, line, function) of the user's own frames outside of it, the nearest first."""


class MemoryGrowth(NamedTuple):
    """Samples of a process whose memory grew."""

    grown: int = 0
    """Bytes, over all looks."""
    looks: int = 0
    resident: int = 0
    """Bytes, at the last look."""
    seconds: float = 0.0
    """When that was, since the program began."""
    lines: tuple[GrownLine, ...] = ()
    """The one that took the most first."""


class OutOfMemory(NamedTuple):
    """Evidence that the kernel killed the process for memory. Sizes in bytes, None when unknown."""

    scope: str
    """"cgroup" or "system"."""
    limit: int | None = None
    peak: int | None = None
    process_rss: int | None = None
    kills: int | None = None
    """How far the cgroup's or system's oom_kill counter rose while the program ran."""
    source: str = ""
    """Where this was read, e.g. "memory.events of the cgroup /job"."""
    growth: MemoryGrowth | None = None
    """What was seen of the process's own memory while it ran; None when it did not grow."""
    is_named: bool = False
    """Whether the kernel's log names the process, rather than a counter that it killed one."""

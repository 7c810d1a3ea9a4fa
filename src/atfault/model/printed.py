"""What a program printed last."""

from typing import NamedTuple


class PrintedTail(NamedTuple):
    """The end of what a program and the processes it started wrote to standard error."""

    text: bytes
    """As it was written, without what atfault itself wrote there."""
    truncated: bool = False
    """There was more before it; the first line may be a part of one."""
    source: str = "file"
    """Where it was read: "file", the one that standard error was led to."""

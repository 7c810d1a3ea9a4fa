"""A line of the program, as findings about waits and starts name it."""

from typing import NamedTuple


class Place(NamedTuple):
    """A line of Python code where something was taken or is waited for."""

    file: str
    line: int | None
    function: str
    frame_index: int = -1
    """Index into the thread's merged frames; -1 when the frame is gone."""
    mine: bool = False

"""Whose memory a block is: the arrays and buffers of the frames that lie in it."""

from __future__ import annotations

from atfault.diagnose.facts import in_own_frame
from atfault.diagnose.words import buffer_type, size
from atfault.model.state import NamedBuffer, ProcessState


def owners(state: ProcessState, low: int, high: int) -> tuple[NamedBuffer, ...]:
    """The buffers whose memory lies within [low, high), those that the user named first; each
    object once."""
    found: dict[tuple[int, int], NamedBuffer] = {}
    for named in sorted(state.buffers, key=lambda named: not in_own_frame(state, named)):
        own = named.buffer
        start, end = own.owner or (own.low, own.high)
        if own.device == "cpu" and start < end and low <= start and end <= high:
            found.setdefault((own.low, own.high), named)
    return tuple(found.values())


def block_words(state: ProcessState, low: int, high: int) -> str:
    """ "a, int64[251]", or "a block of 2008 bytes" when no variable leads to it."""
    named = owners(state, low, high)
    if not named:
        return f"a block of {size(high - low)}"
    return f"{named[0].expression}, {buffer_type(named[0].buffer)}"

"""A process decoded while it can be read, for tests that look at it afterwards."""

from __future__ import annotations

from atfault.decode.state import decode
from atfault.model.state import ProcessState
from atfault.options import Options
from atfault.snapshot.protocol import Snapshot


def decoded(snapshot: Snapshot, *, lines: bool = False) -> ProcessState:
    """Its threads, and who waits for whom: a part is read when it is first asked for."""
    state = decode(snapshot, Options(lines=lines))
    assert state.threads and state.waiting is not None
    return state

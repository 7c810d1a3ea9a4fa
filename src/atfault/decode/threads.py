"""The threads of a snapshot: native and Python stacks, merged, with values."""

from __future__ import annotations

from atfault.model.absent import Absent
from atfault.model.record import NamedTuple
from atfault.model.stacks import StackTrace, ThreadState
from atfault.model.state import GilState, PythonInfo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from atfault.cpython.objects import ValueDecoder
    from atfault.cpython.runtime import PythonRuntime, PyThread
    from atfault.model.process import Thread
    from atfault.model.stacks import NativeStack, PyFrame
    from atfault.native.modules import ModuleMap
    from atfault.options import Options
    from atfault.snapshot.protocol import Snapshot

FRAMES_WITH_VALUES = 60
"""Frames of the crashed thread, at each end of its stack, whose locals are decoded."""
OTHER_FRAMES_WITH_VALUES = 6
"""The same for every other thread, at its inner end."""
THREADS_WITH_VALUES = 64


class DecodedThreads(NamedTuple):
    """What `decode_threads` found."""

    python: PythonInfo | Absent
    gil: GilState
    threads: tuple[ThreadState, ...]
    """The crashed thread first."""
    python_fatal: str | Absent
    warnings: tuple[str, ...]


def decode_threads(
    snapshot: Snapshot, modules: ModuleMap, options: Options, crashed: int | None
) -> DecodedThreads:
    """Unwind, symbolize, decode the interpreter, merge."""

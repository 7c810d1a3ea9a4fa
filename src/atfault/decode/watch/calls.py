"""At which instruction a frame calls, in the same terms in every sample.

Python 3.11 makes a call in two instructions, and in which of them the function runs changes as they
are specialized: time.sleep runs in CALL at first, and in PRECALL after some turns of the loop.

    1152  PRECALL  1      at 904: told for both
          CALL     1      at 908

Source: Python/ceval.c (PRECALL_BUILTIN_O and others).
"""

from collections.abc import Iterable

from atfault.cpython.frames.walker import RawFrame
from atfault.cpython.opcodes import load
from atfault.cpython.runtime import PythonRuntime
from atfault.errors import MemoryFault

_MINOR = 11
_BACK = 4
"""From a CALL to its PRECALL, which has one unit of cache."""
_MAX_KNOWN = 10_000


class Calls:
    """Of one process."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def told_alike(self, runtime: PythonRuntime, frames: Iterable[RawFrame]) -> list[RawFrame]:
        """The frames; one that is at a CALL as if it were at the PRECALL before."""
        if runtime.version[1] != _MINOR:
            return list(frames)
        return [one._replace(instruction=self._call_of(runtime, one.instruction)) for one in frames]

    def _call_of(self, runtime: PythonRuntime, at: int) -> int:
        known = self._known.get(at)
        if known is None:
            numbers, _ = load(_MINOR)
            try:
                first, second = (runtime.memory.read(one, 1)[0] for one in (at - _BACK, at))
            except MemoryFault:
                return at
            is_call = first in numbers["PRECALL"] and second in numbers["CALL"]
            known = at - _BACK if is_call else at
            if len(self._known) < _MAX_KNOWN:
                self._known[at] = known
        return known

"""Which call made the value that is being given up, or only looked at, where a function of the
user's returned it.

    def pack(data):
        return blosc2.compress(data)       ← made here, by native code
    print(len(pack(b"x")))                 ← given up here, when len() is done
    print(pack(None))                      ← or looked at here

What says so is left in memory: the function's frame has ended at its RETURN_VALUE, and that very
value still lies on its value stack.
"""

from atfault.cpython.frames.bytecode import Body, Bytecode
from atfault.cpython.frames.calls import scan, spelled
from atfault.cpython.frames.code import Code
from atfault.cpython.frames.ended import last_frame
from atfault.cpython.frames.frame_slots import TAGS, namespace, stack_start
from atfault.cpython.frames.operands import Operands
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.model.stacks import PyFrame, ThreadState
from atfault.model.suspects import SuspectCall
from atfault.stacks.mine import is_mine

_COLLECTED = 16
"""Bytes in front of an object that the garbage collector knows."""
_LOOKING = ("print", "repr", "ascii", "format", "len", "hash")
"""Functions of the interpreter's that only look at what they are given: what fails in them was made
like that."""
_MAX_NAMES, _MAX_CALLS = 2000, 4


def maker(runtime: PythonRuntime, crashed: ThreadState, block: int) -> SuspectCall | None:
    """The call that made the object in the block at that address, or for 0 one that the crashed
    thread only looks at; None where that is not known. Raises MemoryFault, ValueError or
    BrokenObject."""
    frame = next((one for one in crashed.stack.frames if one.python is not None), None)
    states = [one for one in runtime.threads() if one.native_tid == crashed.thread.tid]
    if frame is None or frame.python is None or not frame.mine or len(states) != 1:
        return None
    values: tuple[int, ...] = (block, block + _COLLECTED)
    if not block:
        operands, reader = Operands(runtime), ObjectReader(runtime)
        called = operands.callee(frame.python)
        if not reader.machine_code(called) or reader.function_name(called) not in _LOOKING:
            return None
        values = tuple(operands.live(frame.python))
    return _Search(runtime, states[0].tstate, frame.python, values).made(frame.python)


class _Search:
    def __init__(
        self, runtime: PythonRuntime, tstate: int, innermost: PyFrame, values: tuple[int, ...]
    ) -> None:
        self.runtime, self.tstate, self.innermost = runtime, tstate, innermost
        self.values = values
        self.reader, self.bytecode = ObjectReader(runtime), Bytecode(runtime)
        self.python = runtime.info()

    def made(self, frame: PyFrame, depth: int = 0) -> SuspectCall | None:
        """In a function of the user's that the line calls and that returned one of the values."""
        code = self.runtime.codes.get(frame.code.address)
        if code is None or depth > _MAX_CALLS:
            return None
        scope = dict(self.reader.names_in(namespace(self.runtime, frame), _MAX_NAMES))
        for name in dict.fromkeys(self.bytecode.fetched(code, frame.lasti).names):
            called = self.runtime.codes.get(self.reader.code_address(scope.get(name, 0)))
            if called is not None and is_mine(called.info.filename, self.python):
                found = self._returned(called, depth)
                if found is not None:
                    return found
        return None

    def _returned(self, code: Code, depth: int) -> SuspectCall | None:
        """The call that made what a function returned last, if that is one of the values."""
        left = last_frame(self.runtime, self.tstate, self.innermost, code)
        body = self.bytecode.body(code)
        if left is None or body is None:
            return None
        word = self.runtime.memory.u64(stack_start(self.runtime, left.address, code))
        if self.runtime.version[1] >= 14:
            word &= ~TAGS
        last = [one for one in body.instructions if one.offset <= left.lasti][-1:]
        at = _returned_call(body, left.lasti)
        place = self.runtime.codes.location(code, at)
        if word not in self.values or [one.name for one in last] != ["RETURN_VALUE"]:
            return None
        if at < 0 or place.line is None:
            return None
        call = next((one for one in scan(body).calls if one.offset == at), None)
        of = None if call is None else call.of
        name = spelled(("attribute", of, call.method) if call is not None and call.method else of)
        deeper = self.made(left._replace(lasti=at), depth + 1)
        return deeper or SuspectCall(place.file, place.line, code.info.name, name, "made")


def _returned_call(body: Body, at: int) -> int:
    """Offset of the call whose result is returned at byte `at`: there, or from a variable that has
    it; -1 for none."""
    before = [one for one in body.instructions if one.offset < at and one.name]
    for _ in range(2):
        last = before[-1] if before else None
        if last is None or not last.name.startswith("LOAD_"):
            return last.offset if last and last.name.startswith("CALL") else -1
        stored = [n for n, one in enumerate(before) if body.stored(one) == body.named(last)[-1:]]
        before = before[: stored[-1]] if stored else []
    return -1

"""Which call made the value that is being given up, where a function of the user's returned it.

    def pack(data):
        return blosc2.compress(data)       ← made here, by native code
    print(len(pack(b"x")))                 ← given up here, when len() is done

What says so is left in memory: the function's frame has ended at its RETURN_VALUE, and that very
value still lies on its value stack.
"""

from atfault.cpython.frames.bytecode import Body, Bytecode, Instruction
from atfault.cpython.frames.calls import Call, scan, spelled
from atfault.cpython.frames.code import Code
from atfault.cpython.frames.ended import last_frame
from atfault.cpython.frames.frame_slots import TAGS, namespace, stack_start, variables
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.decode.crash.changed import resolved
from atfault.model.damage import SuspectCall
from atfault.model.stacks import PyFrame, ThreadState
from atfault.model.state import PythonInfo
from atfault.stacks.mine import is_mine

_COLLECTED = 16
"""Bytes in front of an object that the garbage collector knows."""
_MAX_NAMES, _MAX_CALLS = 2000, 4


def maker(runtime: PythonRuntime, crashed: ThreadState, address: int) -> SuspectCall | None:
    """The call that made the object in the block at `address`; None where that is not known. Raises
    MemoryFault, ValueError or BrokenObject."""
    frames = [frame for frame in crashed.stack.frames if frame.python is not None]
    states = [one for one in runtime.threads() if one.native_tid == crashed.thread.tid]
    if not frames or not frames[0].mine or frames[0].python is None or len(states) != 1:
        return None
    return _Search(runtime, states[0].tstate, frames[0].python, address).run()


class _Search:
    def __init__(
        self, runtime: PythonRuntime, tstate: int, innermost: PyFrame, address: int
    ) -> None:
        self.runtime, self.tstate, self.innermost = runtime, tstate, innermost
        self.values = (address, address + _COLLECTED)
        self.reader, self.bytecode = ObjectReader(runtime), Bytecode(runtime)
        self.python: PythonInfo = runtime.info()

    def run(self) -> SuspectCall | None:
        code = self.runtime.codes.get(self.innermost.code.address)
        body = None if code is None else self.bytecode.body(code)
        if body is None:
            return None
        calls = scan(body).calls
        here = [one for one in calls if one.offset >= self.innermost.lasti][:1]
        results = {
            one[1] for call in here for one in call.given or () if one and one[0] == "result"
        }
        made = [self._made_by(one, self.innermost) for one in calls if one.offset in results]
        return next(filter(None, made), None)

    def _made_by(self, call: Call, frame: PyFrame, depth: int = 0) -> SuspectCall | None:
        """In the function of the user's that is called, if it returned that value last."""
        reader = self.reader
        globals_ = dict(reader.names_in(namespace(self.runtime, frame), _MAX_NAMES))
        scope = {**globals_, **variables(self.runtime, reader, frame)}
        of = ("attribute", call.of, call.method) if call.method else call.of
        code = self.runtime.codes.get(reader.code_address(resolved(reader, of, scope)))
        if code is None or not is_mine(code.info.filename, self.python) or depth > _MAX_CALLS:
            return None
        left = last_frame(self.runtime, self.tstate, self.innermost, code)
        body = self.bytecode.body(code)
        if left is None or body is None or not self._returned(left, code, body):
            return None
        made = _returned_call(body, left.lasti)
        place = self.runtime.codes.location(code, made.offset) if made is not None else None
        if made is None or place is None or place.line is None:
            return None
        name = spelled(("attribute", made.of, made.method) if made.method else made.of)
        deeper = self._made_by(made, left, depth + 1)
        return deeper or SuspectCall(place.file, place.line, code.info.name, name, "made")

    def _returned(self, frame: PyFrame, code: Code, body: Body) -> bool:
        word = self.runtime.memory.u64(stack_start(self.runtime, frame.address, code))
        if self.runtime.version[1] >= 14:
            word &= ~TAGS
        last = [one for one in body.instructions if one.offset <= frame.lasti][-1:]
        return word in self.values and [one.name for one in last] == ["RETURN_VALUE"]


def _returned_call(body: Body, at: int) -> Call | None:
    """The call whose result is returned at byte `at`: there, or from a variable that has it."""
    before = [one for one in body.instructions if one.offset < at and one.name]
    for _ in range(2):
        last = before[-1] if before else None
        if last is None or not last.name.startswith("LOAD_"):
            return next(
                (one for one in scan(body).calls if last and one.offset == last.offset), None
            )
        stored = [n for n, one in enumerate(before) if _stores(body, one, last)]
        before = before[: stored[-1]] if stored else []
    return None


def _stores(body: Body, one: Instruction, load: Instruction) -> bool:
    return body.named(load)[-1:] == body.stored(one)

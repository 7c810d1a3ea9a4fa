"""The foreign function that one of the user's had called last, through ctypes: what that wrote
over memory that is not its own shows when Python comes upon it, lines later."""

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.frames.calls import Call, scan, spelled
from atfault.cpython.frames.frame_slots import namespace, variables
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.decode.crash.changed import resolved
from atfault.model.damage import ForeignCall
from atfault.model.stacks import PyFrame, ThreadState

_FUNCTIONS = ("_ctypes.CFuncPtr",)
_MAKERS = {"ctypes"}
_NUMBERS = ("int", "float", "bool", "NoneType")
_MAX_FRAMES = 4
_MAX_NAMES = 2000


def foreign_call(runtime: PythonRuntime, crashed: ThreadState) -> ForeignCall | None:
    """Of the innermost of the user's frames that has made one; None where none has. Raises
    MemoryFault, ValueError or BrokenObject."""
    reader, bytecode = ObjectReader(runtime), Bytecode(runtime)
    own = [frame.python for frame in crashed.stack.frames if frame.mine and frame.python]
    for frame in own[:_MAX_FRAMES]:
        found = _last_call(runtime, reader, bytecode, frame)
        if found is not None:
            return found
    return None


def _last_call(
    runtime: PythonRuntime, reader: ObjectReader, bytecode: Bytecode, frame: PyFrame
) -> ForeignCall | None:
    code = runtime.codes.get(frame.code.address)
    body = None if code is None else bytecode.body(code)
    if code is None or body is None:
        return None
    globals_ = dict(reader.names_in(namespace(runtime, frame), _MAX_NAMES))
    scope = {**globals_, **variables(runtime, reader, frame)}
    calls = scan(body).calls
    modules = {name for name, at in globals_.items() if reader.type_name(at) == "module"}
    # Only such functions take byref(board) and the like; the function itself may be overwritten.
    pointers = {
        ("result", one.offset) for one in calls if one.of and one.of[1] in modules & _MAKERS
    }
    for call in reversed(calls):
        place = runtime.codes.location(code, call.offset)
        if call.done_at >= frame.lasti or place.line in (None, frame.location.line):
            continue
        of = ("attribute", call.of, call.method) if call.method else call.of
        is_given = not pointers.isdisjoint(call.given or ())
        is_foreign = reader.kind(resolved(reader, of, scope), _FUNCTIONS)
        if is_given or (is_foreign and _is_given_memory(reader, call, scope)):
            line = place.line or code.info.first_line
            return ForeignCall(place.file, line, code.info.name, spelled(of))
    return None


def _is_given_memory(reader: ObjectReader, call: Call, scope: dict[str, int]) -> bool:
    """Whether any argument may be more than a number: what is given none writes over nothing."""
    return call.given is None or any(
        one is None
        or (
            one[0] not in ("const", "int")
            and reader.type_name(resolved(reader, one, scope)) not in _NUMBERS
        )
        for one in call.given
    )

"""The foreign code that the user's functions on the stack call: what that wrote over memory which
is not its own shows when Python comes upon it, lines later.

ctypes       the function that was called last
extensions   the one call of an extension module's code that there is in them
"""

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.frames.calls import Call, scan, spelled
from atfault.cpython.frames.frame_slots import namespace, variables
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.decode.crash.changed import resolved
from atfault.model.process import Module
from atfault.model.stacks import PyFrame, ThreadState
from atfault.model.suspects import SuspectCall
from atfault.native.modules import ModuleMap

_FUNCTIONS = ("_ctypes.CFuncPtr",)
_MAKERS = {"ctypes"}
_NUMBERS = ("int", "float", "bool", "NoneType")
_STANDARD = "/lib-dynload/"
_TABLES = 24
"""Bytes of PyTypeObject from tp_methods on, over tp_members and tp_getset, to tp_base."""
_MAX_BASES = 16
_MAX_FRAMES = 4
_MAX_NAMES = 2000


def foreign_call(runtime: PythonRuntime, crashed: ThreadState) -> SuspectCall | None:
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
) -> SuspectCall | None:
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
            return SuspectCall(place.file, line, code.info.name, spelled(of), "foreign")
    return None


def extension_call(
    runtime: PythonRuntime, crashed: ThreadState, modules: ModuleMap
) -> SuspectCall | None:
    """None where there is no such call, where there are several, or where it cannot be told of
    each. Raises MemoryFault, ValueError or BrokenObject."""
    reader, bytecode = ObjectReader(runtime), Bytecode(runtime)
    own = [frame.python for frame in crashed.stack.frames if frame.mine and frame.python]
    found = set[SuspectCall]()
    for frame in own[:_MAX_FRAMES]:
        code = runtime.codes.get(frame.code.address)
        body = None if code is None else bytecode.body(code)
        if code is None or body is None:
            return None
        scope = dict(reader.names_in(namespace(runtime, frame), _MAX_NAMES))
        scope |= variables(runtime, reader, frame)
        for call in scan(body).calls:
            of = ("attribute", call.of, call.method) if call.method else call.of
            if of is not None and of[0] != "attribute" and of[1] not in {*scope, *body.variables}:
                continue  # a function of Python's own
            called = resolved(reader, of, scope) or resolved(reader, call.of, scope)
            if not called:
                return None
            place = runtime.codes.location(code, call.offset)
            if place.line is not None and extension_of(runtime, reader, modules, called):
                name = spelled(of)
                found.add(SuspectCall(place.file, place.line, code.info.name, name, "extension"))
    return found.pop() if len(found) == 1 else None


def extension_of(
    runtime: PythonRuntime, reader: ObjectReader, modules: ModuleMap, called: int
) -> Module | None:
    """The extension module of a function, a class or an object; None where that is of Python code,
    or of Python itself."""
    info, code = reader.class_at(called) or reader.type(called), reader.machine_code(called)
    places = [code]
    if not code:
        for _ in range(_MAX_BASES):
            if info is None or not info.from_class_statement:
                break
            info = info.base
        places = [] if info is None else _places_of(runtime, reader, info.address)
    found = map(modules.find, places)
    return next((one for one in found if one is not None and not _is_pythons(one, runtime)), None)


def _places_of(runtime: PythonRuntime, reader: ObjectReader, type_: int) -> list[int]:
    """Addresses in the module that a type written in C is of: its own, where that is static, of its
    destructor, and of its tables of methods, which one made from a spec has."""
    offsets = runtime.offsets["PyTypeObject"]
    tables = offsets["tp_base"] - _TABLES
    words = [reader.word(type_ + at) for at in (offsets["tp_dealloc"], tables)]
    return [type_, *words]


def _is_pythons(module: Module, runtime: PythonRuntime) -> bool:
    return module == runtime.module or _STANDARD in module.path


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

"""Which objects Python code changed while the native code of a call was at work on them.

    array.extend(late)         native code, at work on `readings` and `late`
      Sensor.__index__         Python code that it calls for an item
        readings.clear()       ← the memory that array.extend goes on with is gone

Nothing records a change, so three things have to meet: the function is on the stack still, or what
is left of its frame says that the call ran it last, or an object of the call has it as a method
that native code calls; its code changes something; and that is an object that the call was given.
What the call may have come by otherwise, and is empty now, is told apart (`is_given`).
"""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from atfault.cpython.frames.bytecode import Bytecode, Expression
from atfault.cpython.frames.calls import spelled
from atfault.cpython.frames.changes import OF_PYTHON, SHRINKING, Change, changes, is_special
from atfault.cpython.frames.code import Code
from atfault.cpython.frames.ended import ended_frames
from atfault.cpython.frames.frame_slots import namespace, variables
from atfault.cpython.frames.generators import read_generator
from atfault.cpython.frames.operands import Operands
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.type_objects import BrokenObject
from atfault.decode.crash.hollow import given_up
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.stacks import PyFrame, ThreadState
from atfault.model.state import PythonInfo
from atfault.model.suspects import ChangedObject, Ran
from atfault.stacks.mine import is_mine

_MAX_OBJECTS, _MAX_ITEMS, _MAX_DEPTH = 3000, 256, 3
_MAX_FUNCTIONS, _MAX_NAMES, _MAX_CALLS = 400, 2000, 6
_MAX_CODE_LEVELS, _MAX_CELLS = 3, 64
_MAX_OPAQUE = 512
"""Bytes of an object of unknown layout in which references are looked for."""
_GENERATORS = ("generator", "coroutine", "async_generator")
_GENERATOR = 0x20
"""Flag of a code object."""
_RESUMING = "gen_"
"""Begins the names of the interpreter's functions that go on with a generator."""
_GROUPS = ("list", "tuple", "collections.deque", "dict", "set", "frozenset")
_LEAVES = frozenset(
    "int float complex str bytes NoneType bool type module code range ellipsis".split()
)
_MEMORY = ("bytearray", "array.array", "memoryview", "numpy.ndarray", "mmap.mmap")
_FOREIGN = ("_ctypes.CFuncPtr",)
"""What no code of the program changes; a callback leads to a function of the program's."""
_VARIABLE_SIZED = ("bytearray", "array.array")
_U64 = struct.Struct("<Q")


class _Function(NamedTuple):
    """Python code that the call runs, or may."""

    code: Code
    ran: Ran
    frame: PyFrame | None = None
    address: int = 0
    """Of the function object; 0 where only the frame is known."""


def changed_objects(
    runtime: PythonRuntime, python: PythonInfo | Absent, crashed: ThreadState
) -> tuple[ChangedObject, ...]:
    """Of the crashed thread, the most telling first."""
    try:
        return tuple(_Search(runtime, python, crashed).run())[:4]
    except (MemoryFault, BrokenObject, ValueError, LookupError):
        return ()


def resolved(reader: ObjectReader, what: Expression | None, scope: dict[str, int]) -> int:
    """Address of what an expression stands for; 0 where that is not known.

    scope: name → address of the value."""
    if what is None:
        return 0
    if what[0] in ("variable", "global"):
        return scope.get(what[1], 0)
    if what[0] == "attribute":
        owner = resolved(reader, what[1], scope)
        return reader.attribute(owner, what[2]) if owner else 0
    return 0


class _Search:
    def __init__(
        self, runtime: PythonRuntime, python: PythonInfo | Absent, crashed: ThreadState
    ) -> None:
        self.runtime, self.python, self.crashed = runtime, python, crashed
        self.reader = ObjectReader(runtime)
        self.bytecode = Bytecode(runtime)
        self.operands = Operands(runtime, self.bytecode)
        self._spaces: dict[int, dict[str, int]] = {}

    def run(self) -> list[ChangedObject]:
        found: list[tuple[tuple[object, ...], ChangedObject]] = []
        for index, frame, inside in self._calls():
            call = _Call(self, frame)
            if call.objects:
                for function in self._functions(call, frame, inside):
                    for depth, one in self._changes(call, function, index):
                        found.append((_rank(one, depth), one))
            if found:
                break
        found.sort(key=lambda pair: pair[0])
        return list(dict.fromkeys(one for _, one in found))

    def _calls(self) -> Iterator[tuple[int, PyFrame, list[PyFrame]]]:
        """(index, frame, frames inside of it) of the Python frames that are in a call of native
        code, the innermost first; a crash in the eval function itself is in no call. Those inside
        are one list, which grows from one to the next."""
        inside: list[PyFrame] = []
        is_in_native, number = False, 0
        for index, one in enumerate(self.crashed.stack.frames):
            if one.python is None:
                is_in_native = True
                continue
            if is_in_native or (inside and inside[-1].is_entry):
                yield index, one.python, inside
                number += 1
            inside.append(one.python)
            is_in_native = False
            if number >= _MAX_CALLS:
                return

    # -- which functions the call runs -------------------------------------------------------------

    def _functions(
        self, call: "_Call", frame: PyFrame, inside: list[PyFrame]
    ) -> Iterator[_Function]:
        codes = {one.code.info.address for one in call.functions} | call.hooks
        if inside:
            last = next((i for i in range(len(inside) - 1, -1, -1) if inside[i].is_entry), -1)
            first = next((i for i in range(last - 1, -1, -1) if inside[i].is_entry), -1) + 1
            for one in inside[first : last + 1]:
                code = self.runtime.codes.get(one.code.address)
                if code is not None and self.is_mine(code):
                    yield _Function(code, "runs", one)
            yield from call.functions
            return
        own = self._own_codes(frame)
        known = [*(one.code for one in call.functions), *(code for code, _ in own)]
        tstate = self._tstate()
        for one in ended_frames(self.runtime, tstate, frame, known) if tstate else ():
            code = self.runtime.codes.get(one.code.address)
            if code is not None and self.is_mine(code):
                # Of a special method the object may be gone; another function may have been
                # registered with native code before, or run by an earlier call.
                is_hook = is_special(code.info.name) or one.code.address in codes
                if is_hook or not self._is_by_ctypes():
                    yield _Function(code, "ended" if is_hook else "before", one)
        yield from call.functions
        if self._resumes():  # one that has failed is gone, and nothing leads to it any more
            for code, address in own:
                if code.flags & _GENERATOR and address:
                    yield _Function(code, "resumes", None, address)

    def _resumes(self) -> bool:
        """Whether the call that failed was going on with a generator."""
        own = [one for one in self.crashed.inside if one.module == self.runtime.module]
        return any(one.symbol.startswith(_RESUMING) for one in own)

    def _is_by_ctypes(self) -> bool:
        """Whether ctypes made the call: then only what it was given can lead back to Python."""
        return any(
            one.module is not None and one.module.name.startswith(("libffi", "_ctypes"))
            for one in self.crashed.inside
        )

    def _tstate(self) -> int:
        tid = self.crashed.thread.tid
        states = [one for one in self.runtime.threads() if one.native_tid == tid]
        return states[0].tstate if len(states) == 1 else 0

    def _own_codes(self, innermost: PyFrame) -> list[tuple[Code, int]]:
        """(code, function object or 0) of the user's functions and methods that the frames' globals
        lead to, or that are constants of their code."""
        found: dict[int, Code] = {}
        functions: dict[int, int] = {}
        for one in self.crashed.stack.frames:
            if one.python is not None and (one.mine or one.python is innermost):
                self._collect(one.python.code.address, found, _MAX_CODE_LEVELS)
                for address in self.globals(namespace(self.runtime, one.python)).values():
                    for function in self.methods(address):
                        code = self.reader.code_address(function)
                        self._collect(code, found, 1)
                        functions[code] = function
        return [(code, functions.get(address, 0)) for address, code in found.items()]

    def methods(self, address: int) -> list[int]:
        """The function itself, or those of a class."""
        kind = self.reader.type_name(address)
        if kind == "function":
            return [address]
        info = self.reader.class_at(address) if kind == "type" else None
        if info is None or not info.from_class_statement:
            return []
        return [one for _, one in self.reader.names_in(info.dict_address, _MAX_ITEMS)]

    def _collect(self, address: int, found: dict[int, Code], levels: int) -> None:
        if not address or address in found or len(found) >= _MAX_FUNCTIONS or not levels:
            return
        code = self.runtime.codes.get(address)
        if code is None or not self.is_mine(code):
            return
        found[address] = code
        for constant in self.reader.items(self.runtime.codes.word(code, "co_consts"), _MAX_NAMES):
            if self.reader.type_name(constant) == "code":
                self._collect(constant, found, levels - 1)

    def made_by(self, function: _Function) -> Iterator[int]:
        """The special methods of the classes that a callback names: native code may call those of
        what it returns."""
        fields = self.runtime.offsets["PyFunctionObject"]
        space = self.globals(self.reader.word(function.address + fields["func_globals"]))
        body = self.bytecode.body(function.code)
        for name in dict.fromkeys(() if body is None else body.names):
            address = space.get(name, 0)
            for method in self.methods(address) if self.reader.type_name(address) == "type" else ():
                code = self.code_of(method)
                if code is not None and is_special(code.info.name):
                    yield method

    def code_of(self, function: int) -> Code | None:
        """The code of a function, if it is the user's own."""
        code = self.runtime.codes.get(self.reader.code_address(function))
        return code if code is not None and self.is_mine(code) else None

    def is_mine(self, code: Code) -> bool:
        return is_mine(code.info.filename, self.python)

    # -- what they change --------------------------------------------------------------------------

    def _changes(
        self, call: "_Call", function: _Function, index: int
    ) -> Iterator[tuple[int, ChangedObject]]:
        """(how far from the call, what is changed), of the objects of the call."""
        body, info = self.bytecode.body(function.code), function.code.info
        for one in () if body is None else changes(body):
            if function.ran == "runs" and function.frame and one.offset > function.frame.lasti:
                continue
            place = self.runtime.codes.location(function.code, one.offset)
            for address in self._meant(call, function, one):
                if one.is_by_item and self.reader.kind(address, _MEMORY):
                    continue
                names = (call.name_of(address), spelled(one.of))
                if not self.crashed.stack.frames[index].mine:  # its names are not the user's
                    names = names[::-1]
                changed = ChangedObject(
                    expression=names[0] or names[1],
                    type_name=self.reader.type_name(address),
                    length=self.length(address),
                    operation=one.operation,
                    file=place.file,
                    line=place.line or info.first_line,
                    function=info.qualname.rpartition("<locals>.")[2],
                    called=call.called,
                    frame_index=index,
                    ran=function.ran,
                    is_given=address in call.objects,
                    method=one.method,
                    is_given_up=given_up(self.reader, address),
                )
                yield call.objects.get(address, _MAX_DEPTH), changed

    def _meant(self, call: "_Call", function: _Function, one: Change) -> Iterator[int]:
        """Addresses of the objects of the call that are changed."""
        known = {resolved(self.reader, one.of, scope) for scope in self._scopes(call, function)} - {
            0
        }
        yield from known & call.objects.keys()
        if function.ran == "ended" and one.operation in SHRINKING:
            # What a method of an argument has returned is the call's as well, and not seen.
            yield from (at for at in known - call.objects.keys() if self.length(at) == 0)

    def _scopes(self, call: "_Call", function: _Function) -> Iterator[dict[str, int]]:
        """Name → address of a value, as the function sees them; several where it may be a method of
        one of several objects."""
        if function.frame is not None:
            own = variables(self.runtime, self.reader, function.frame)
            yield {**self.globals(namespace(self.runtime, function.frame)), **own}
            return
        fields = self.runtime.offsets["PyFunctionObject"]
        outer = self.globals(self.reader.word(function.address + fields["func_globals"]))
        outer = {**outer, **self._closure(function)}
        body = self.bytecode.body(function.code)
        first = body.variables[0] if body is not None and body.variables else ""
        owners = call.owners.get(function.address, ())
        for owner in owners or (0,):
            yield {**outer, **({first: owner} if owner and first else {})}

    def _closure(self, function: _Function) -> dict[str, int]:
        codes = self.runtime.codes
        cells = self.reader.cells(function.address, _MAX_CELLS)
        body = self.bytecode.body(function.code)
        if not cells or body is None:
            return {}
        if self.runtime.version[1] <= 10:
            names = codes.names_at(codes.word(function.code, "co_freevars"))
        else:
            names = body.variables[-len(cells) :]  # they come last
        ref = self.runtime.offsets["PyCellObject"]["ob_ref"]
        return {name: self.reader.word(cell + ref) for name, cell in zip(names, cells)}

    def globals(self, space: int) -> dict[str, int]:
        if space not in self._spaces:
            self._spaces[space] = dict(self.reader.names_in(space, _MAX_NAMES)) if space else {}
        return self._spaces[space]

    def length(self, address: int) -> int | None:
        """How many items the object has now."""
        if self.reader.kind(address, _VARIABLE_SIZED):
            at = address + self.runtime.offsets["PyVarObject"]["ob_size"]
            return self.reader.word(at)
        return self.reader.size(address)


class _Call:
    """What the native code of a call was given: objects, and functions that it may call."""

    def __init__(self, search: _Search, frame: PyFrame) -> None:
        self._search, self._reader, self._frame = search, search.reader, frame
        self.objects: dict[int, int] = {}
        """Address → how many references lie between: 0 for an argument."""
        self.functions: list[_Function] = []
        self.owners: dict[int, list[int]] = {}
        """Function object → the objects whose method it is."""
        self.hooks: set[int] = set()
        """Code of the other methods that such objects have: where one of them ran, it was by the
        call."""
        self._classes: set[int] = set()
        given = self._given()
        self.called = next((one.called for one in frame.operands if one.called), "")
        level = list(given)
        for depth in range(_MAX_DEPTH):
            level = [below for address in level for below in self._meet(address, depth)]
        for function in [one for one in self.functions if not one.frame]:
            if not is_special(function.code.info.name):
                for method in search.made_by(function):
                    self._take(method, 0)
        self._names: dict[int, str] | None = None

    def _given(self) -> list[int]:
        """What the instruction has on the value stack, what a bound method belongs to included."""
        operands, frame = self._search.operands, self._frame
        live, beneath = operands.live(frame), operands.beneath(frame)
        given = live[len(beneath) :] if len(beneath) < len(live) else live[-3:]
        return list(dict.fromkeys([*given, *filter(None, map(self._reader.bound_to, given))]))

    def _meet(self, address: int, depth: int) -> list[int]:
        """Take in an object; what it leads to by itself."""
        reader = self._reader
        if address in self.objects or len(self.objects) >= _MAX_OBJECTS:
            return []
        kind = reader.type(address)
        if kind is None:
            return []
        if kind.name == "function":
            self._take(address, 0)
            return []
        if kind.name == "method":
            structs = self._search.runtime.offsets["PyMethodObject"]
            owner = reader.word(address + structs["im_self"])
            self._take(reader.word(address + structs["im_func"]), owner)
            return [owner]
        if kind.name in _GENERATORS:
            self._take_generator(address)
            return []
        if kind.name in _LEAVES and (depth or kind.name != "module"):
            return []
        if reader.kind(address, _FOREIGN):
            return self._fields(address, kind.basicsize)
        self.objects[address] = depth
        if kind.name == "module":
            return []
        self._take_methods(address, depth)
        group = reader.kind(address, _GROUPS)
        if group == "dict":
            pairs = reader.dict_items(address, _MAX_ITEMS)
            return [one for pair in pairs for one in pair]
        if group:
            return [one for one in reader.items(address, _MAX_ITEMS) if one]
        return [] if kind.from_class_statement else self._fields(address, kind.basicsize)

    def _fields(self, address: int, size: int) -> list[int]:
        """Words of an object of native code that may be references of its own."""
        raw = self._reader.memory.read_upto(address, min(max(size, 16), _MAX_OPAQUE))
        words = [_U64.unpack_from(raw, at)[0] for at in range(16, len(raw) - 7, 8)]
        return [one for one in words if one & 7 == 0 and not self._reader.problem(one)]

    def _take_methods(self, address: int, depth: int) -> None:
        """The methods of an object of a class of the program's that native code may call: special
        ones, and of an argument itself all others (`write` of a file)."""
        info = self._reader.type(address)
        while info is not None and info.from_class_statement:
            for name, function in self._reader.names_in(info.dict_address, _MAX_ITEMS):
                if name not in OF_PYTHON and (is_special(name) or not depth):
                    self._take(function, address)
                elif depth == 1 and len(self.hooks) < _MAX_FUNCTIONS:
                    self.hooks.add(self._reader.code_address(function))
            info = info.base

    def _take(self, function: int, owner: int) -> None:
        owners = self.owners.get(function)
        if owners is not None:
            if owner and len(owners) < 8:
                owners.append(owner)
            return
        code = self._search.code_of(function)
        if code is not None and len(self.functions) < _MAX_FUNCTIONS:
            self.functions.append(_Function(code, "may", None, function))
            self.owners[function] = [owner] if owner else []

    def _take_generator(self, address: int) -> None:
        found = read_generator(self._search.runtime, address)
        if found is None or len(self.functions) >= _MAX_FUNCTIONS:
            return
        code = self._search.runtime.codes.get(found.frame.code.address)
        if code is not None and self._search.is_mine(code):
            self.functions.append(_Function(code, "may", found.frame))

    def name_of(self, address: int) -> str:
        """The variable of the calling function that holds it; "" for none."""
        if self._names is None:
            search, frame = self._search, self._frame
            own = variables(search.runtime, search.reader, frame)
            space = search.globals(namespace(search.runtime, frame))
            self._names = {}
            for name, value in (*own.items(), *space.items()):
                self._names.setdefault(value, name)
            for name, value in own.items():
                if len(self._names) < _MAX_OBJECTS:
                    for attribute, part in search.reader.attributes(value).items():
                        self._names.setdefault(part, f"{name}.{attribute}")
        return self._names.get(address, "")


def _rank(one: ChangedObject, depth: int) -> tuple[object, ...]:
    return (
        not one.is_given,
        ("runs", "ended", "may", "resumes", "before").index(one.ran),
        one.operation not in SHRINKING,
        one.length not in (0, None),
        depth,
    )

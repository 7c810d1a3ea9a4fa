"""What lies on the value stack of a frame: the arguments of the call that it is in, and the values
that an unfinished expression is made of. They need not be in any variable:

    plot.py:12    lib.draw(np.zeros(n).ctypes.data_as(c_void_p), 2 * n)

    3.11, 3.12    … │ NULL or method │ callable or self │ argument 1 │ argument 2 │ ← height
    3.13+         … │ callable       │ self or NULL     │ argument 1 │ argument 2 │
    3.8-3.10      … │ callable │ argument 1 │ argument 2 │       (CALL_METHOD: as 3.11)

`bytecode` tells the height, so only live slots are read. That holds for a frame that is in a
call into C; a Python function that the same run of the eval function executes has taken its
arguments away.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from atfault.cpython.frames.bytecode import Body, Bytecode, Instruction
from atfault.cpython.frames.calls import CALLS, scan, spelled
from atfault.cpython.frames.code import Code
from atfault.cpython.frames.frame_slots import TAGS, stack_start
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.objects import ValueDecoder
from atfault.cpython.values.type_objects import BrokenObject
from atfault.errors import MemoryFault
from atfault.model.stacks import PyFrame
from atfault.model.values import Variable

_MAX_HEIGHT = 4096
_MAX_OPERANDS = 64
_MOST_TAKEN = 4
"""Operands that an instruction which is under way may have handed on already."""
INTERMEDIATE = "an intermediate value"
_SILENT = ("PUSH_NULL", "EXTENDED_ARG", "KW_NAMES", "PRECALL")


class _Call(NamedTuple):
    """Where the parts of a call are, as slots of the value stack; -1 for none."""

    callables: tuple[int, ...]
    """Slots one of which holds what is called."""
    first: int
    number: int
    keywords: int = -1
    """Of a tuple with the names of the last arguments; of a dict, if `unpacked`."""
    unpacked: bool = False
    """The arguments are those in the tuple at `first`."""


class _Live(NamedTuple):
    """A frame at one instruction, with what is on its value stack."""

    code: Code
    body: Body
    at: int
    """Offset of the instruction."""
    keywords: int
    """Index of the constant with the names of its last arguments; -1 for none."""
    slots: list[int]
    call: _Call | None


class _Place(NamedTuple):
    """An instruction, as `_Live` has it."""

    body: Body
    at: int
    keywords: int
    height: int
    """Of the value stack."""
    call: _Call | None


class _Named(NamedTuple):
    """An operand."""

    name: str
    """What it is."""
    keyword: str
    """That it is passed under; "" for none."""
    address: int
    called: str = ""
    is_passed: bool = False


class Operands:
    """Reads the value stacks of frames of one process."""

    def __init__(self, runtime: PythonRuntime, bytecode: Bytecode | None = None) -> None:
        self._runtime = runtime
        self._minor = runtime.version[1]
        self._bytecode = bytecode or Bytecode(runtime)
        self._reader = ObjectReader(runtime)
        self._owners: dict[tuple[int, int], str] = {}
        """(code object, offset of a call) → what the source calls the object whose method it is."""
        self._places: dict[tuple[int, int], _Place | None] = {}
        """(code object, lasti) → what is there."""

    def of(self, frame: PyFrame, decoder: ValueDecoder) -> tuple[Variable, ...]:
        """The live values, those of the call first; () when there are none or they cannot be told.

        "argument 2 of draw", "argument axis of draw", `INTERMEDIATE`; the object whose method is
        called as the source has it ("self.canvas"), or as "the object whose draw() was called". The
        kind is "operand".
        """
        try:
            named = list(self._named(frame, decoder))[:_MAX_OPERANDS]
        except (MemoryFault, ValueError, BrokenObject, IndexError):
            return ()
        return tuple(
            Variable(name, decoder.decode(address, hint), "operand", called, is_passed)
            for name, hint, address, called, is_passed in named
        )

    def callee(self, frame: PyFrame) -> int:
        """Address of the object that the frame is calling; 0 when there is none or it cannot be
        told."""
        try:
            found = self._live(frame)
            call = found.call if found is not None else None
            return self._callee(found.slots, call)[0] if found is not None and call else 0
        except (MemoryFault, ValueError, BrokenObject, IndexError):
            return 0

    def live(self, frame: PyFrame) -> list[int]:
        """Addresses of all that lies on the frame's value stack, lowest first; [] when it cannot be
        told."""
        try:
            found = self._live(frame)
        except (MemoryFault, ValueError, BrokenObject, IndexError):
            return []
        return [] if found is None else [address for address in found.slots if address]

    def passes_nothing(self, frame: PyFrame) -> bool:
        """Whether the instruction that the frame is at hands on no arguments: the beginning of a
        `with`, a call with empty brackets."""
        try:
            found = self._live(frame)
        except (MemoryFault, ValueError, BrokenObject, IndexError):
            return False
        if found is None:
            return False
        return found.call is None or found.call.number == 0

    def beneath(self, frame: PyFrame) -> list[int]:
        """Addresses of what lies on the value stack beneath the call that the frame is in, lowest
        first: iterators of loops, context managers, parts of expressions; [] when it cannot be
        told."""
        try:
            found = self._live(frame)
        except (MemoryFault, ValueError, BrokenObject, IndexError):
            return []
        if found is None:
            return []
        rest = len(found.slots) if found.call is None else min(found.call.callables)
        return [address for address in found.slots[:rest] if address]

    def owned(self, frame: PyFrame, *, is_suspended: bool = False) -> list[int]:
        """Addresses of what lies there and is a reference for certain: up to 3.10 a call's
        arguments stay with the caller, later a function of Python's has taken them over; from 3.14
        on some are borrowed from a variable. [] when it cannot be told. is_suspended: it has handed
        on what it yields, and no more."""
        try:
            found = self._live(frame)
            if found is None:
                return []
            slots: Sequence[int] = found.slots
            if self._minor >= 14:
                slots = self._words(frame, found.code, len(slots))
        except (MemoryFault, ValueError, BrokenObject, IndexError):
            return []
        if found.call is None:
            name = next(i.name for i in found.body.instructions if i.offset == found.at)
            # Behind a call of Python's (3.11, 3.12), whose result is not there yet.
            is_one = is_suspended or found.at > frame.lasti
            taken = 1 if is_one else 0 if name == "FOR_ITER" else _MOST_TAKEN
            rest = max(len(slots) - taken, 0)
        else:
            rest = len(slots) if self._minor <= 10 else min(found.call.callables)
        return [word for word in slots[:rest] if word and not word & TAGS]

    def _live(self, frame: PyFrame) -> _Live | None:
        """The instruction that the frame is at, and its value stack; None when that is empty."""
        code = self._runtime.codes.get(frame.code.address)
        if code is None or not frame.address or frame.lasti < 0:
            return None
        key = (frame.code.address, frame.lasti)
        if key not in self._places:
            self._places[key] = self._place(code, frame.lasti)
        place = self._places[key]
        if place is None:
            return None
        slots = self._slots(frame, code, place.height)
        return _Live(code, place.body, place.at, place.keywords, slots, place.call)

    def _place(self, code: Code, lasti: int) -> _Place | None:
        """What frames of that code have in common that are at the instruction; None where their
        stack is empty."""
        body = self._bytecode.body(code)
        if body is None:
            return None
        at, name, argument, keywords = self._instruction(body, lasti)
        height = self._bytecode.heights(code, at).get(at)
        if not height or not 0 < height <= _MAX_HEIGHT:
            return None
        call = self._call(name, argument, height)
        if call is not None and min(call.callables) < 0:
            raise ValueError("the call needs more than there is")
        return _Place(body, at, keywords, height, call)

    def _named(self, frame: PyFrame, decoder: ValueDecoder) -> Iterator[_Named]:
        found = self._live(frame)
        if found is None:
            return
        codes = self._runtime.codes
        code, body, at, keywords, slots, call = found
        rest = len(slots)
        if call is not None:
            rest = min(call.callables)
            names = slots[call.keywords] if call.keywords >= 0 else 0
            if keywords >= 0:
                names = self._reader.items(codes.word(code, "co_consts"), keywords + 1)[-1]
            function, owner = self._callee(slots, call)
            called = self._function_name(function, decoder)
            called = called or self._spelled(code, body, at, max(call.callables) + 1)
            yield from self._arguments(slots, call, names, called)
            owner = owner or self._reader.bound_to(function)
            if owner and self._reader.type_name(owner) != "module":
                key = (code.info.address, at)
                if key not in self._owners:
                    self._owners[key] = _owner_name(body, at)
                yield _Named(self._owners[key] or _of(called), "", owner, called)
        for address in reversed(slots[:rest]):
            if address:
                yield _Named(INTERMEDIATE, "", address)

    def _instruction(self, body: Body, lasti: int) -> tuple[int, str, int, int]:
        """(offset, name, argument, index of the constant with the names of its last arguments or
        -1) of the instruction at byte `lasti`, or of the one that an EXTENDED_ARG there belongs
        to."""
        keywords = -1  # 3.11 and 3.12: KW_NAMES stands before the PRECALL or CALL
        for one in body.instructions:
            if one.name == "EXTENDED_ARG":
                continue
            if one.offset >= lasti:
                return one.offset, one.name, one.argument, keywords
            if one.name != "PRECALL":
                keywords = one.argument if one.name == "KW_NAMES" else -1
        raise ValueError("the frame is not in its code")

    def _slots(self, frame: PyFrame, code: Code, height: int) -> list[int]:
        """The live words of the value stack, the lowest first."""
        words = self._words(frame, code, height)
        if self._minor < 14 and not self._runtime.free_threaded:
            return list(words)
        # Both tag bits: a small int inside of the word itself (3.15), or no object at all.
        return [0 if word & TAGS == TAGS else word & ~TAGS for word in words]

    def _words(self, frame: PyFrame, code: Code, height: int) -> tuple[int, ...]:
        if height > self._runtime.codes.int(code, "co_stacksize"):
            raise ValueError("its value stack is too small")
        return self._runtime.memory.u64s(stack_start(self._runtime, frame.address, code), height)

    def _call(self, name: str, argument: int, height: int) -> _Call | None:
        """The layout of the call `name` with this argument; None when it is no call."""
        minor, first = self._minor, height - argument
        if name in ("CALL", "PRECALL", "CALL_METHOD"):
            return _Call((first - 2, first - 1), first, argument)
        if name == "CALL_KW":
            return _Call((first - 3, first - 2), first - 1, argument, height - 1)
        if name == "CALL_FUNCTION":
            return _Call((first - 1,), first, argument)
        if name == "CALL_FUNCTION_KW":
            return _Call((first - 2,), first - 1, argument, height - 1)
        if name != "CALL_FUNCTION_EX":
            return None
        has_keywords = minor >= 14 or bool(argument & 1)
        at = height - 1 - has_keywords
        function = at - 1 if minor <= 12 else at - 2
        return _Call((function,), at, 1, height - 1 if has_keywords else -1, True)

    def _arguments(
        self, slots: list[int], call: _Call, keywords: int, name: str
    ) -> Iterator[_Named]:
        reader = self._reader
        of = f"of {name}" if name else "of the call"
        values = slots[call.first : call.first + call.number]
        names: list[str] = []
        if call.unpacked:
            values = reader.items(values[0], _MAX_OPERANDS)
        elif keywords:
            names = [reader.text(item) for item in reader.items(keywords, call.number)]
        positional = len(values) - len(names)
        for index, address in enumerate(values):
            keyword = names[index - positional] if index >= positional else ""
            if address:
                yield _Named(f"argument {keyword or index + 1} {of}", keyword, address, name, True)
        if call.unpacked and keywords:
            for keyword, address in reader.names_in(keywords, _MAX_OPERANDS):
                yield _Named(f"argument {keyword} {of}", keyword, address, name, True)

    def _callee(self, slots: list[int], call: _Call) -> tuple[int, int]:
        """(what is called, the `self` that it is given or 0): a method stands before its `self`,
        and before that there is a NULL where it is none."""
        found = [slots[slot] for slot in call.callables if slots[slot]]
        return found[0] if found else 0, found[1] if len(found) > 1 else 0

    def _spelled(self, code: Code, body: Body, at: int, first: int) -> str:
        """The name under which the code fetched what it calls at `at`; "" when it is none.

        first: the slot of the first argument. Whatever computes arguments leaves a stack higher
        than that: the last instruction that left it just so high is the one that fetched, unless
        another way leads to behind it (`(f if flag else g)(x)`).
        """
        heights = self._bytecode.heights(code)
        recent: Instruction | None = None
        fetched: Instruction | None = None
        before = [one for one in body.instructions if one.offset < at]
        for one in before:
            recent = recent if one.name in _SILENT else one
            if heights.get(one.following) == first:
                fetched = recent
        if fetched is None or fetched.following in {one.target for one in before}:
            return ""
        name = body.named(fetched)[-1:] if fetched.name.startswith("LOAD_") else []
        return name[0] if name and name[0].isidentifier() else ""

    def _function_name(self, address: int, decoder: ValueDecoder) -> str:
        """What is called, as its definition calls it; "" when it has no name."""
        reader = self._reader
        name = reader.function_name(address)
        if name:
            return name if name.isidentifier() else ""
        kind = reader.kind(address, ("type", "method_descriptor", "_ctypes.CFuncPtr"))
        if kind == "type":
            text = decoder.types.at(address).short_name
        elif kind == "method_descriptor":
            text = reader.text(reader.word(address + 24))  # PyDescrObject.d_name
        else:
            # ctypes and Numba write the function's name into the instance.
            text = reader.text(reader.attribute(address, "__name__"))
            text = text or reader.function_name(reader.attribute(address, "py_func"))
        return text if text.isidentifier() else ""


def _owner_name(body: Body, at: int) -> str:
    """What the source calls the object whose method is called at `at`, or "what rows() returned";
    "" for the result of an operation, which has no name."""
    # A PRECALL may come first (3.11, 3.12). What `scan` could not make out is not among its calls.
    offset = next((i.offset for i in body.instructions if i.offset >= at and i.name in CALLS), -1)
    calls = {one.offset: one for one in scan(body).calls}
    call = calls.get(offset)
    if call is None or not call.method or call.of is None:
        return ""
    maker = calls.get(call.of[1]) if call.of[0] == "result" else None
    if maker is None:
        return spelled(call.of)
    made_by = maker.method or spelled(maker.of)
    return f"what {made_by}() returned" if made_by else ""


def _of(called: str) -> str:
    return f"the object whose {called}() was called" if called else INTERMEDIATE

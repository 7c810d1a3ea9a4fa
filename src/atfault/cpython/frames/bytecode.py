"""What a frame's bytecode tells of its source: calls of methods, and what a line fetches.

`acquire` and `release`, and the calls that may lead there:

    with_lock.py:3    self.lock.acquire()

    LOAD_FAST 0 (self)     LOAD_ATTR (lock)     LOAD_ATTR (acquire)     …     CALL
    ╰ receiver: ("local", "self"), "lock"                                     ╰ offset of the call

The scan is a straight one, without following jumps, so what it finds is a suspicion: the call may
have been skipped, and a release may have happened elsewhere.
"""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from atfault.cpython.frames.code import Code
from atfault.cpython.opcodes import load
from atfault.cpython.runtime import PythonRuntime
from atfault.errors import MemoryFault

_MAX_CODE = 1 << 16
"""Bytes of bytecode that are scanned."""
_METHODS = ("acquire", "release")
_MAX_OF_LINE = 128
"""Instructions before one that are asked for their line."""
_PAIRS = ("LOAD_FAST_LOAD_FAST", "LOAD_FAST_BORROW_LOAD_FAST_BORROW", "STORE_FAST_LOAD_FAST")
_FASTS = ("LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_FAST_BORROW")
_CALLS = ("CALL", "CALL_KW", "CALL_FUNCTION", "CALL_FUNCTION_KW", "CALL_METHOD", "CALL_FUNCTION_EX")


class LockCall(NamedTuple):
    """One call of acquire() or release(), or of another method of what a variable leads to."""

    method: str
    """"" for the call of a global function."""
    scope: str
    """Where the receiver's first name lives: "local" or "global"."""
    names: tuple[str, ...]
    """The receiver: a variable, then attributes; or the function itself."""
    offset: int
    """Of the call, in bytes."""


class Fetched(NamedTuple):
    """What one line of source fetches before one of its instructions."""

    names: tuple[str, ...]
    """Variables and attributes."""
    constants: tuple[int, ...]
    """Indices into co_consts."""
    numbers: tuple[int, ...]
    """Small integers that are part of the instructions themselves (3.14)."""


class Bytecode:
    """Scans code objects of one process; the results are kept."""

    def __init__(self, runtime: PythonRuntime) -> None:
        self._runtime = runtime
        self._minor = runtime.version[1]
        numbers, units = load(self._minor)
        self._names = {number: name for name, found in numbers.items() for number in found}
        self._caches = {number: count for count, found in units.items() for number in found}
        self._calls: dict[int, tuple[LockCall, ...]] = {}
        self._lock_calls: dict[int, tuple[LockCall, ...]] = {}
        self._co_names: dict[int, list[str]] = {}
        self._cells_start = 0

    def lock_calls(self, code: Code) -> tuple[LockCall, ...]:
        """All calls of acquire and release in `code`, in the order of the bytecode."""
        known = self._lock_calls.get(code.info.address)
        if known is None:
            known = ()
            if any(self.names(code, method) for method in _METHODS):
                known = tuple([one for one in self.calls(code) if one.method in _METHODS])
            self._lock_calls[code.info.address] = known
        return known

    def names(self, code: Code, name: str) -> bool:
        """Whether an attribute or global variable of this name is used in `code`: quickly told, of
        code that most often does not. False also when that cannot be read."""
        known = self._co_names.get(code.info.address)
        if known is None:
            codes = self._runtime.codes
            try:
                known = codes.names_at(codes.word(code, "co_names"))
            except (MemoryFault, ValueError):
                known = []
            self._co_names[code.info.address] = known
        return name in known

    def calls(self, code: Code) -> tuple[LockCall, ...]:
        """All calls of methods and global functions in `code` that can be told, in the order of the
        bytecode."""
        known = self._calls.get(code.info.address)
        if known is None:
            try:
                known = self._scan(code)
            except (MemoryFault, ValueError):
                known = ()
            self._calls[code.info.address] = known
        return known

    def assigns_attribute(self, code: Code, attribute: str) -> bool:
        """Whether the code assigns to an attribute of this name, of whatever object; True also when
        that cannot be read."""
        codes = self._runtime.codes
        try:
            names = codes.names_at(codes.word(code, "co_names"))
            if attribute not in names:
                return False
            at = names.index(attribute)
            return any(
                name in ("STORE_ATTR", "DELETE_ATTR") and argument == at
                for _, name, argument in self._instructions(code)
            )
        except (MemoryFault, ValueError):
            return True

    def fetched(self, code: Code, lasti: int) -> Fetched:
        """What the instruction at byte `lasti`, and those of its line before it, fetch. Raises
        MemoryFault, or ValueError."""
        codes = self._runtime.codes
        here = codes.location(code, lasti)
        if here.line is None:
            return Fetched((), (), ())
        names = codes.names_at(codes.word(code, "co_names"))
        variables = self._variables(code)
        recent: deque[tuple[int, str, int]] = deque(maxlen=_MAX_OF_LINE)
        for one in self._instructions(code):
            if one[0] > lasti:
                break
            recent.append(one)
        found = Fetched((), (), ())
        for offset, name, argument in recent:
            line = codes.location(code, offset).line
            if line is None or not here.line <= line <= (here.end_line or here.line):
                continue
            if name == "LOAD_CONST":
                found = found._replace(constants=(*found.constants, argument))
            elif name == "LOAD_SMALL_INT":
                found = found._replace(numbers=(*found.numbers, argument))
            else:
                more = self._fetches(name, argument, names, variables)
                found = found._replace(names=(*found.names, *more))
        return found

    def _fetches(
        self, name: str, argument: int, names: list[str], variables: list[str]
    ) -> tuple[str, ...]:
        """The variables or the attribute that one instruction fetches."""
        if name in ("LOAD_ATTR", "LOAD_METHOD"):
            shifted = self._minor >= 12 and name == "LOAD_ATTR"
            index = argument >> 1 if shifted else argument
            return (names[index],) if index < len(names) else ()
        first = argument >> 4 if name in _PAIRS and name != "STORE_FAST_LOAD_FAST" else -1
        one = self._loaded(name, argument, names, variables)
        found = () if one is None else one[1]
        return (variables[first], *found) if 0 <= first < len(variables) else found

    def _scan(self, code: Code) -> tuple[LockCall, ...]:
        codes = self._runtime.codes
        names = codes.names_at(codes.word(code, "co_names"))
        variables = self._variables(code)
        found: list[LockCall] = []
        receiver: tuple[str, tuple[str, ...]] | None = None
        pending: list[tuple[str, str, tuple[str, ...]]] = []
        for offset, name, argument in self._instructions(code):
            if name in _CALLS:
                if receiver is not None and name == "CALL_FUNCTION" and not argument:
                    pending.append(("", *receiver))  # up to 3.10, nothing marks what is called
                found += [LockCall(*one, offset) for one in pending if one[0] or one[1] == "global"]
                pending = []
                receiver = None
            elif name in ("LOAD_ATTR", "LOAD_METHOD"):
                index = argument >> 1 if self._minor >= 12 else argument
                attribute = names[index] if index < len(names) else ""
                is_method = name == "LOAD_METHOD" or (self._minor >= 12 and argument & 1)
                if receiver is None or not attribute:
                    receiver = None
                elif is_method or attribute in _METHODS:
                    pending.append((attribute, *receiver))
                    receiver = None
                else:
                    receiver = (receiver[0], (*receiver[1], attribute))
            else:
                receiver = self._loaded(name, argument, names, variables)
                is_called = name == "LOAD_GLOBAL" and self._minor >= 11 and argument & 1
                if receiver is not None and is_called:
                    pending.append(("", *receiver))
        return tuple(found)

    def _loaded(
        self, name: str, argument: int, names: list[str], variables: list[str]
    ) -> tuple[str, tuple[str, ...]] | None:
        """What an instruction puts on the stack, if it is a variable."""
        if name in ("LOAD_GLOBAL", "LOAD_NAME"):
            index = argument >> 1 if name == "LOAD_GLOBAL" and self._minor >= 11 else argument
            scope = "global" if name == "LOAD_GLOBAL" else "local"
            return (scope, (names[index],)) if index < len(names) else None
        if name in _PAIRS:
            argument &= 15
        elif name == "LOAD_DEREF":
            argument += 0 if self._minor >= 11 else self._cells_start
        elif name not in _FASTS:
            return None
        return ("local", (variables[argument],)) if argument < len(variables) else None

    def _variables(self, code: Code) -> list[str]:
        """Names of the local variables in the order of their slots."""
        codes = self._runtime.codes
        if self._minor >= 11:
            return codes.names_at(codes.word(code, "co_localsplusnames"))
        names = codes.names_at(codes.word(code, "co_varnames"))
        self._cells_start = len(names)
        for field in ("co_cellvars", "co_freevars"):
            names = names + codes.names_at(codes.word(code, field))
        return names

    def _instructions(self, code: Code) -> Iterator[tuple[int, str, int]]:
        """(offset, name or "", argument) of each instruction; inline caches are left out."""
        raw = self._runtime.codes.bytecode(code, _MAX_CODE)
        high = at = 0
        while at + 1 < len(raw):
            number, argument = raw[at], raw[at + 1] | high
            name = self._names.get(number, "")
            high = argument << 8 & 0xFFFFFF if name == "EXTENDED_ARG" else 0
            if name != "EXTENDED_ARG":
                yield at, name, argument
            at += 2 + 2 * self._caches.get(number, 0)

"""null-dereference: an access in the first 64 KiB."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from atfault.diagnose.blame import on_line
from atfault.diagnose.crash.allocator import allocator_frame, collector_frame, destroying_frame
from atfault.diagnose.crash.callbacks import dead_callback
from atfault.diagnose.crash.changed import changed_object
from atfault.diagnose.crash.damage import in_interpreter, is_lowered_null, no_address, subject
from atfault.diagnose.crash.exit_phase import exit_phase
from atfault.diagnose.crash.given import (
    ENOMEM,
    empty_arguments,
    given_values,
    impossible_size,
    is_none,
    may_be_refused,
    size_words,
)
from atfault.diagnose.crash.holders import (
    freed_holder,
    none_holder,
    null_pointer,
    told_of_holders,
    told_of_hollow,
)
from atfault.diagnose.crash.integers import holder_of
from atfault.diagnose.crash.native_calls import has_met
from atfault.diagnose.crash.outsiders import outsider_at_work
from atfault.diagnose.crash.way import actor
from atfault.diagnose.crash.without_gil import MAY_RACE, is_beside_others
from atfault.diagnose.facts import (
    ACCESSES,
    PAGE,
    accessed_by_ctypes,
    all_values,
    bare_symbol,
    called_through_ctypes,
    converts_result,
    crash_frames,
    crash_pc,
    fault_address,
    interpreter_module,
    is_accessible,
    is_libc,
    mapping_at,
    native_frames,
)
from atfault.diagnose.rule import TELLING, Need, rule
from atfault.diagnose.words import listed
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Confidence, Doubt, Evidence, Finding
from atfault.model.process import FIRST_64K
from atfault.model.state import ProcessState
from atfault.model.values import Value, join_accessor
from atfault.native.api_tables import table_of

WHOLE = 1 << 64
ALIGNMENT, POINTER = 4, 8
MAX_EMPTY = 3
MAX_NULLS = 4
OF_OBJECTS = ("Pointer_", "Array_", "PyCData_", "_PyCData", "PyCField_")
"""Functions of ctypes that use its own records of an object; others get or set a field (i_get)."""


@rule(
    "null-dereference",
    causes=("null-dereference", "out-of-bounds"),
    needs=(Need.FAULT_ADDRESS,),
    on=ACCESSES,
    yields_to=(
        TELLING,
        "write-to-read-only",
        "overrun",
    ),
)
def null_dereference(case: Case) -> Iterator[Finding]:
    """Native code used a NULL pointer, or a small number as if it were one.

    The failed access lies in the first 64 KiB of the address space, where nothing is ever mapped.
    Address 0 means that the pointer itself was NULL. A small address means a field or element of
    something whose pointer was NULL, or that an ordinary number was passed where a pointer belongs.
    In the last 64 KiB, beyond what a process can address, lies what is in front of NULL: the last
    element of something that is empty, or the one before its first. Where the failing call was
    given an array or a list without elements, that is the cause: out-of-bounds.

    From Python this happens when `None` or a small integer goes to a C function through ctypes or
    cffi that expects valid memory, when a C function's error return (NULL) is passed on unchecked,
    when a pointer in a structure was never set (it is named: "frame.data is NULL"), or through a
    defect in an extension module.

    It is likely at most where the pointer was read from memory as a number above 0, as 0x1, and
    where another thread was inside of the same library at that moment, without the GIL, and Python
    code is not known to have given NULL to the call: see `data-race`.

    What to do: look at the arguments of the call on the line named. With ctypes, declare `argtypes`
    and `restype`, and test what the function returned before you pass it on.
    """
    state = case.process
    address = fault_address(state)
    if address is None or address == crash_pc(state):
        return
    if address >= FIRST_64K and not is_before_null(state, address):
        return
    if is_accessible(mapping_at(state, address)):
        return
    kind = state.fault.tried.kind
    if kind == "execute" or dead_callback(state) is not None or is_lowered_null(state):
        return
    verb = {"read": "read from", "write": "wrote to"}.get(kind, "accessed")
    empty = empty_arguments(state) if address >= FIRST_64K else []
    what = _pointer(address, null_pointer(state))
    if none_holder(state) is not None:
        verb = f"took None for an object of its own, and {verb}"
    if empty:
        verb = verb.rpartition(" ")[0] or verb
        what = f"memory before the first element of something empty: {empty[0]} has none"
    confidence = _confidence(state, address)
    yield Finding.of(
        cause="out-of-bounds" if empty else "null-dereference",
        summary=f"{actor(state)} {verb} {what}",
        confidence=confidence,
        evidence=_evidence(state, address),
        advice=_advice(state),
        doubts=_doubts(state) if confidence == "certain" else (),
    )


def is_before_null(state: ProcessState, address: int) -> bool:
    """Whether that is an element or field in front of NULL: the last one of something empty, the
    one before the first. A negative number of the program's own, or -1 as a failed function returns
    it, is none."""
    below = WHOLE - address
    if below > FIRST_64K or below % ALIGNMENT:
        return False
    return holder_of(state.crashed, address, -below) is None


def _pointer(address: int, name: str) -> str:
    """name: of the pointer, where that is known to be NULL."""
    if name:
        return f"address {address:#x}: {name} is NULL" if address else f"address 0: {name} is NULL"
    if address == 0:
        return "address 0: a NULL pointer"
    if address >= FIRST_64K:
        return f"{address:#x}, {WHOLE - address} bytes before a NULL pointer"
    return f"address {address:#x}: a NULL pointer, or a small number used as one"


def _confidence(state: ProcessState, address: int) -> Confidence:
    """A page-sized offset from NULL is proof enough; farther out it may be an index off NULL."""
    if address >= PAGE or allocator_frame(state) is not None:
        return "likely"
    if may_be_refused(state):
        return "likely"  # memory-refused
    inner = next(iter(native_frames(state.crashed)), None)
    if inner is not None and is_libc(inner) and not (inner.symbol or inner.function_start):
        return "likely"  # its function is not known: it may be the allocator's
    if changed_object(state) is not None:
        return "likely"  # what was NULL had been something when the call began
    if collector_frame(state) or destroying_frame(state) or subject(state) is not None:
        return "likely"  # a damaged object: there is no NULL to look for
    if freed_holder(state) is not None:
        return "likely"  # the NULL is what somebody else, or nobody, put there
    if _is_ending(state) or _is_in_the_dark(state) or is_beside_others(state):
        return "likely"
    if state.pointer.variable is not None and table_of(state.pointer.variable.name) is not None:
        return "likely"  # what was NULL is known, and why: mismatch
    if _is_in_records(state, address) or _is_garbage(state, address):
        return "likely"
    first = next(iter(state.pointer.holders), None)
    if first is not None and (first.kind in ("header", "beyond") or first.load.value != 0):
        return "likely"  # no NULL was read there, but a count, or what lay there once it was freed
    return "certain"


def _doubts(state: ProcessState) -> Iterator[Doubt]:
    """What was NULL had perhaps been something until another thread changed it; not where it is
    known that Python code gave NULL to the call."""
    is_given = bool(null_pointer(state)) or none_holder(state) is not None
    if called_through_ctypes(state) and not is_given:
        is_given = bool(_none_given(state) or _null_pointers(state))
    if is_given:
        return
    if outsider_at_work(state) is not None:
        yield Doubt("another thread used Python without the GIL", "other-thread")
    elif has_met(state):
        yield Doubt(
            "another thread was inside of the same library, without the GIL: what is NULL may be "
            "what that thread was about to set, or had cleared",
            "other-thread",
        )


def _is_garbage(state: ProcessState, address: int) -> bool:
    """Whether compilers lay out nothing like that: a pointer is never kept at an odd offset, nor is
    a count of the interpreter's. What lay in the place of the pointer was something else, of memory
    that was freed or overwritten."""
    size = state.fault.tried.size
    return (
        (size == POINTER or (size == ALIGNMENT and in_interpreter(state)))
        and bool(address % ALIGNMENT)
        and not accessed_by_ctypes(state)
    )


def _is_in_the_dark(state: ProcessState) -> bool:
    """Whether callers of the failed function are missing, and so what could speak against it: the
    collector, a destructor, the exit of the process. What is missing beyond the interpreter, as
    behind the start of a greenlet, is nothing of that. Where the interpreter failed over its own
    frames, those that are left do not fit its stack."""
    crashed = state.crashed
    native = Absent("") if crashed is None else crashed.native
    if crashed is None or isinstance(native, Absent):
        return False
    interpreter = interpreter_module(state)
    frames = [frame for frame in native.frames if not frame.is_inline]
    if frames and frames[0].module == interpreter and not crashed.stack.merged:
        return True
    for callee, caller in pairwise(frames):
        is_gone = callee.module is not None and callee.module.file is None
        if caller.trust != "cfi" and (is_gone or native.stop_reason):
            return True
        if interpreter is not None and callee.module == interpreter:
            return False
    return bool(native.stop_reason)


def _is_ending(state: ProcessState) -> bool:
    """What was used at the exit of the process was there before: NULL is not how it came. But an
    atexit function of Python may have passed NULL to the C library itself."""
    leaving = exit_phase(state)
    if leaving is None:
        return False
    if leaving.stage != "handlers" or not leaving.own or not called_through_ctypes(state):
        return True
    frames = native_frames(state.crashed)
    module = frames[0].module if frames else None
    return module is None or not roles.is_plumbing(module.name)


def _is_in_records(state: ProcessState, address: int) -> bool:
    """Whether ctypes failed in what it keeps of its own about an object, and no pointer of the
    user's is small: a loop that ran past the end of an array may have overwritten that."""
    frames = native_frames(state.crashed)
    symbol = bare_symbol(frames[0]) if frames and accessed_by_ctypes(state) else ""
    return symbol.startswith(OF_OBJECTS) and not _small_pointers(state, address)


def _evidence(state: ProcessState, address: int) -> Iterator[Evidence | str]:
    pointers: list[tuple[str, int]] = []
    yield from _variable(state)
    if address == 0:
        yield "the failed access was at address 0, where nothing is ever mapped"
    elif address >= FIRST_64K:
        yield (
            "that is what an index or offset below zero makes of NULL: the last element of "
            "something that is empty, or the one before its first"
        )
    else:
        yield f"the failed access was at {address:#x}; the first 64 KiB are never mapped"
    if converts_result(state):
        yield "the function had returned: ctypes was making a Python object of its result"
    elif called_through_ctypes(state):
        yield "the function was called through ctypes, which passes on what it is given"
    elif accessed_by_ctypes(state):
        yield "ctypes itself was there, as it followed a pointer or took a field for Python code"
        if _is_in_records(state, address):
            yield (
                "it may be that what ctypes keeps about the object was overwritten, as by an index "
                "past the end of an array"
            )
        pointers = _small_pointers(state, address)
        for name, number in pointers:
            yield f"{name} is a pointer to {number:#x}"
    yield from told_of_holders(state)
    if all(one.kind not in ("object", "none") for one in state.pointer.holders):
        yield from told_of_hollow(state)  # the code could not be followed as far as to an object
    yield no_address(state)
    wanted = impossible_size(state) if state.fault.errno == ENOMEM else None
    if wanted is not None:
        yield "the last error in that thread was ENOMEM: malloc returns NULL when it refuses a size"
        yield size_words(wanted)
    known = holder_of(state.crashed, address) if address else None
    if known is not None and known.name not in dict(pointers):
        yield known.told("exactly this number")
    yield from _without_value(state, address)
    if is_beside_others(state):
        yield MAY_RACE


def _variable(state: ProcessState) -> Iterator[str]:
    """The variable of native code that was NULL."""
    variable = state.pointer.variable
    if variable is None or variable.value >= FIRST_64K:
        return
    module = roles.library_title(variable.module.name)
    if variable.address:
        name = f"{variable.name}, a" if variable.name else "a"
        yield f"the pointer came from {name} variable of {module}, which holds {variable.value:#x}"
        return
    yield (
        f"the address is part of the instruction: the compiler of {module} knew that the pointer "
        "is NULL, as of a static variable that nothing in the file sets. A table of functions that "
        "was never imported is one (numpy's import_array(), PyDateTime_IMPORT)"
    )


def _own_values(state: ProcessState) -> list[tuple[str, Value]]:
    """The variables on the user's innermost line that are known."""
    for frame in crash_frames(state.crashed):
        if frame.python is not None and frame.mine:
            names = frame.python.line_names
            return [
                (one.name, one.value)
                for one in frame.python.variables
                if isinstance(one.value, Value) and one.name in names
            ]
    return []


def _none_given(state: ProcessState) -> list[str]:
    """Which of it was None, items of lists and tuples included."""
    found = []
    for name, value in given_values(state):
        found += [name] if is_none(value) else []
        if value.items is not None:
            found += [join_accessor(name, path) for path, one in value.children if is_none(one)]
    return found


def _without_value(state: ProcessState, address: int) -> list[str]:
    """What C code would see as NULL, in words: 0 is that to ctypes, an object to others."""
    empty = empty_arguments(state)[:MAX_EMPTY]
    found = [f"{listed(empty)} {'has' if len(empty) == 1 else 'have'} no elements"] if empty else []
    null = [] if null_pointer(state) or accessed_by_ctypes(state) else _null_pointers(state)
    if address < FIRST_64K and 0 < len(null) <= MAX_NULLS:
        found.append(f"{listed(null)} {'is' if len(null) == 1 else 'are'} NULL")
    if 0 < address < FIRST_64K:
        return found
    own = _own_values(state)
    none = [name for name, value in own if is_none(value)] + _none_given(state)
    holding = {"None": list(dict.fromkeys(none))}
    if called_through_ctypes(state) or accessed_by_ctypes(state):
        holding["0"] = [name for name, value in own if value.type == "int" and value.number == 0]
    if sum(map(len, holding.values())) <= MAX_NULLS:
        found += [
            f"{listed(names)} {'was' if len(names) == 1 else 'were'} {what} there"
            for what, names in holding.items()
            if names
        ]
    return found


def _null_pointers(state: ProcessState) -> list[str]:
    """The pointers of ctypes or cffi that are NULL, of what the call was given: they themselves, or
    in a structure that they are or lead to. By the names of variables, where these are the same."""
    names: dict[int, str] = {}
    passed = given_values(state)
    for name, value in (*passed, *_own_values(state)):
        for path, part in all_values(value):
            if part.pointer_at and part.number == 0:
                names[part.pointer_at] = join_accessor(name, path)
    given = {part.pointer_at for _, value in passed for _, part in all_values(value)}
    return [name for at, name in names.items() if at in given or not passed]


def _small_pointers(state: ProcessState, address: int) -> list[tuple[str, int]]:
    """(name, where it leads) of the ctypes pointers through which the access may have gone."""
    found = [
        (name, value.number)
        for name, value in _own_values(state)
        if value.type.rpartition(".")[2].startswith("LP_")
        and isinstance(value.number, int)
        and value.number <= address
    ]
    return found[:4]


def _advice(state: ProcessState) -> Iterator[str]:
    name = null_pointer(state)
    if name:
        yield f"set {name} before that call; where a C function has set it, test it: NULL is false"
    elif accessed_by_ctypes(state):
        yield (
            "find out where that pointer came from; a NULL pointer is false: test it before it is "
            "followed"
        )
    elif converts_result(state):
        yield (
            "check that restype is what the function really returns (py_object: an object, never "
            "a number)"
        )
    elif called_through_ctypes(state):
        yield "check the arguments of that call; declare argtypes and restype of the function"
        yield "a function that may return NULL: test its result before passing it on"
    else:
        yield f"check what is passed to the call{on_line(state)}: None, an empty or closed object?"

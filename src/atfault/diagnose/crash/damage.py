"""What the rules about damaged Python objects share: which object it is about, and what is said of
it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atfault.diagnose.blame import call_and_lines, frame_blame, own_lines, thread_label
from atfault.diagnose.crash.allocator import allocator_frame
from atfault.diagnose.crash.changed import changed_evidence, is_worth_telling
from atfault.diagnose.crash.integers import held_words
from atfault.diagnose.facts import (
    bare_symbol,
    crash_frames,
    describe_frame,
    fault_address,
    interpreter_module,
    native_frames,
    plain_name,
)
from atfault.diagnose.words import file_line, listed
from atfault.model import roles
from atfault.model.counts import article
from atfault.model.findings import Blame
from atfault.model.process import FIRST_64K
from atfault.model.stacks import NativeFrame
from atfault.model.state import ProcessState

if TYPE_CHECKING:  # of most crashes there are none
    from atfault.model.damage import DamagedObject, Operated, Reach

COUNTED = ("variable", "item", "collector")
"""Kinds of references that Python itself keeps, and counts."""
LIST_WALKS = ("update_refs", "subtract_refs")
"""Functions of the garbage collector that go along its list of objects."""
COUNTING = ("Py_INCREF", "Py_DECREF", "Py_XINCREF", "Py_XDECREF")
MAX_NAMES = 3
MOST_LOWERED = (1 << 64) - 8
"""-8 and more are counts below 0, as long as nobody counts on."""
_SYSTEM = ("/lib/", "/lib64/", "/usr/lib", "/usr/local/lib/x86_64")
_OPERATED: dict[Operated, str] = {
    "type": "the failed instruction used its type pointer",
    "slot": "the failed instruction used a field of what its type pointer leads to",
    "link": "the failed instruction used its links in the garbage collector's list",
    "in-hand": "its address is in the registers or on the stack there",
}


def subject(state: ProcessState) -> DamagedObject | None:
    """The damaged object that explains the crash: in use at that moment, or one that Python's own
    references lead to while Python itself failed; None when there is none."""
    first = state.objects.damage[0] if state.objects.damage else None
    if first is None:
        return None
    if first.is_proven and _was_object(first):
        return first
    if not in_interpreter(state) or not counted(first):
        return None
    return first if first.operated is not None or first.freed else None


def _was_object(one: DamagedObject) -> bool:
    """Whether there was an object once: native code may also take a wrong address for one."""
    return one.freed or one.overwritten or one.is_behind_links or bool(counted(one))


def counted(one: DamagedObject) -> tuple[Reach, ...]:
    """The references to it that Python keeps and counts."""
    return tuple(reach for reach in one.reached if reach.kind in COUNTED)


def is_miscounted(state: ProcessState, one: DamagedObject) -> bool:
    """Whether a reference that Python counts leads to it, though it is gone: then the count was
    wrong.

    So it is too when nothing but the interpreter's own functions is at work: they know the object
    from a reference of Python's, unless an extension module's function left the rest to them. An
    object made from an address by hand was never counted in the first place.
    """
    hands = {call.kind for call in state.objects.suspects}
    if "address" in hands and "count" not in hands:
        return False
    if counted(one):
        return True
    if one.reached or one.called or walks_list(state):
        return False
    return in_interpreter(state) and not caller_of_interpreter(state)


def passed_on(state: ProcessState, one: DamagedObject) -> tuple[tuple[Blame, ...], str]:
    """(lines, words): the line whose native call passed the object on to Python code, which failed
    with it; ((), "") where it is not known to have been damaged by then."""
    crashed = state.crashed
    given = next((reach for reach in one.reached if reach.is_given), None)
    if crashed is None or given is None or state.objects.suspects:
        return (), ""
    frames = crashed.stack.frames
    function = frames[given.frame_index].python
    outer = next((f for f in frames[given.frame_index + 1 :] if f.python is not None), None)
    if function is None or outer is None or not outer.mine:
        return (), ""
    line = frame_blame(outer, thread_label(crashed), crashed.thread.tid)
    if line is None:
        return (), ""
    words = (
        f"{function.code.name} was called with it by the native code of "
        f"{file_line(line.file, line.line)}, which is where it was damaged, or before that"
    )
    return (line, *(other for other in own_lines(crashed) if other != line)), words


def written_by(state: ProcessState) -> tuple[tuple[Blame, ...], str]:
    """(lines, words): the line of the foreign call before, where what Python came upon was written
    over; ((), "") where none is known."""
    crashed, call = state.crashed, state.objects.foreign
    if crashed is None or call is None or caller_of_interpreter(state) is not None:
        return (), ""
    if not in_interpreter(state) and allocator_frame(state) is None:
        return (), ""
    where = f"{call.function} ({file_line(call.file, call.line)})"
    words = (
        f"{where} called {call.name} through ctypes before: C code that is given too little memory "
        "writes over what lies behind it"
    )
    if call.kind == "extension":
        words = (
            f"Python alone was at work there: in your functions on the stack, {call.name} in "
            f"{where} is the one call of native code that is not Python's own"
        )
    return call_and_lines(crashed, call), words


def walks_list(state: ProcessState) -> bool:
    """Whether the garbage collector failed at an object on its own list, which is no reference."""
    frames = native_frames(state.crashed)
    return bool(frames) and bare_symbol(frames[0]) in LIST_WALKS and in_interpreter(state)


def in_interpreter(state: ProcessState) -> bool:
    """Whether the interpreter's own code failed, or called what is no code."""
    frames = native_frames(state.crashed)
    if frames and frames[0].is_jit:
        return False
    inner = next((frame.module for frame in frames[:2] if frame.module is not None), None)
    return inner is not None and inner == interpreter_module(state)


def is_lowered_null(state: ProcessState) -> bool:
    """Whether the interpreter followed a pointer of -1, or little less, which none of its functions
    makes of an object."""
    held = [value for _, value in state.fault.tried.registers]
    address = fault_address(state)
    is_near = address is not None and address < FIRST_64K
    return in_interpreter(state) and is_near and len(held) == 1 and held[0] >= MOST_LOWERED


def caller_of_interpreter(state: ProcessState) -> NativeFrame | None:
    """The innermost native function outside of the interpreter between the failure and the
    innermost Python frame (an extension module, a library): what handed the object over."""
    interpreter = interpreter_module(state)
    for frame in crash_frames(state.crashed)[:40]:
        native = frame.native
        if native is None:
            return None
        module = native.module
        if module is None or module == interpreter or not bare_symbol(native):
            continue
        if module.path == state.process.executable or roles.is_plumbing(module.name):
            continue
        return native
    return None


def names_of(one: DamagedObject) -> str:
    """ "rows[3] and row": how the program reaches it; "" when only the machinery does."""
    named = [reach.expression for reach in one.reached if reach.kind != "temporary"]
    return listed(list(dict.fromkeys(named)), MAX_NAMES)


def no_address(state: ProcessState) -> str:
    """ "c is 0x2a, where …": a reference that cannot be one, though no object was destroyed; "" for
    none."""
    for one in state.objects.damage[:1]:
        names, is_none = names_of(one), one.address < FIRST_64K or one.address & 7
        if names and is_none and not one.freed and not one.words:
            return (
                f"{names} is {one.address:#x}, where the address of an object should be: native "
                "code returned or stored what is no object"
            )
    return ""


def counts_references(state: ProcessState) -> bool:
    """Whether what failed was Py_INCREF or Py_DECREF, as the compiler put it into the code, or a
    function that is named for doing that (PyArray_Item_XDECREF of numpy, __Pyx_XDECREF)."""
    frames = native_frames(state.crashed)
    if not frames:
        return False
    if frames[0].is_inline:
        return plain_name(frames[0]) in COUNTING
    return frames[0].symbol.endswith(("_INCREF", "_DECREF", "_XINCREF", "_XDECREF"))


def gone(one: DamagedObject) -> str:
    """ "an Account that had been freed", or what else it is."""
    kind = article(one.type_name) if one.type_name else "an object"
    if one.reused:
        return "an object whose memory belongs to something else"
    return f"{kind} that had been freed" if one.freed else "what is no object"


def evidence_of(state: ProcessState, one: DamagedObject) -> Iterator[str]:
    """What proves that it is no object any more, and who was using it."""
    yield f"at {one.address:#x} there should be an object, but {one.problem}"
    if one.pattern:
        yield f"what lies there now is {one.pattern}"
    if one.words:
        yield f"its first words are {' '.join(f'{word:#x}' for word in one.words)}"
    if one.type_name:
        yield f"its type pointer still leads to {one.type_name}"
    frames = native_frames(state.crashed)
    if one.operated is not None and frames:
        actor = next((frame for frame in frames if frame.module is not None), frames[0])
        was = "was at it:" if one.is_proven else "failed, and"
        yield f"{describe_frame(actor)} {was} {_OPERATED[one.operated]}"
    yield held_words(state, one.address)
    if one.called:
        yield f"Python had called {one.called}, a function of an extension module"
    if one.in_collector:
        yield "Python's garbage collector found it; the damage was done earlier"
    yield from _kept(one)
    others = len(state.objects.damage) - 1
    if others and one.reached:
        more = [names_of(other) for other in state.objects.damage[1:]]
        yield f"the same is true of {listed([name for name in more if name], MAX_NAMES)}"
    for changed in filter(is_worth_telling, state.objects.changed[:1]):
        yield from changed_evidence(changed)
    yield from suspect_words(state)


def suspect_words(state: ProcessState) -> Iterator[str]:
    """The places of the program's own that handle references by hand."""
    for call in state.objects.suspects[:3]:
        yield f"{call.function} ({file_line(call.file, call.line)}) uses {call.name}"


def _kept(one: DamagedObject) -> Iterator[str]:
    """Which variables of native code hold it, or what leads to it."""
    for held in one.kept[:MAX_NAMES]:
        what = "its address" if held.value == one.address else "what leads to it"
        where = f"{held.name}, a variable" if held.name else "a variable"
        yield f"{what} is kept in {where} of {roles.library_title(held.module.name)}"


def _where_to_look(state: ProcessState) -> str:
    """The native code in which the mistake may be, as far as it can be narrowed down; "" if not."""
    if state.objects.suspects:
        call = state.objects.suspects[0]
        where = f"{call.function} ({file_line(call.file, call.line)})"
        return f"{where} works on references by hand: look there first"
    keeping = state.objects.damage[0].kept if state.objects.damage else ()
    if keeping:
        return f"look first at {roles.library_title(keeping[0].module.name)}, which keeps it"
    own: dict[str, None] = {}
    packages: dict[str, None] = {}
    for module in state.layout.modules:
        folder, _, name = module.path.rpartition("/")
        if module == interpreter_module(state) or ".so" not in name:
            continue
        if folder.startswith(_SYSTEM) or "/lib-dynload" in folder or roles.is_plumbing(name):
            continue
        package = roles.package_name(module.path).partition(".")[0]
        (packages if package else own)[package or name] = None
    if own:
        return f"look first at native code of your own that was loaded: {listed(list(own), 4)}"
    if packages:
        return f"packages with native code that were loaded: {listed(list(packages), 4)}"
    return ""


def advice_of(state: ProcessState, text: str) -> tuple[str, ...]:
    return (text, _where_to_look(state))

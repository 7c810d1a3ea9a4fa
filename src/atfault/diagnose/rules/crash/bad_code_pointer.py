"""bad-code-pointer: the processor was sent to an address that holds no code."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.crash.damage import subject
from atfault.diagnose.crash.holders import KEEP_OWNER, freed_holder, told_of_hollow
from atfault.diagnose.crash.integers import held_words
from atfault.diagnose.crash.way import actor
from atfault.diagnose.facts import (
    SI_KERNEL,
    SIGBUS,
    SIGILL,
    SIGSEGV,
    called_through_ctypes,
    crash_pc,
    describe_frame,
    describe_mapping,
    interpreter_module,
    is_ctypes,
    is_fault,
    mapping_at,
    native_frames,
    user_end,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import as_text
from atfault.model.case import Case
from atfault.model.findings import Evidence, Finding
from atfault.model.holders import Holder
from atfault.model.process import FIRST_64K, MemoryMapping
from atfault.model.stacks import NativeFrame
from atfault.model.state import ProcessState

REGISTERS = "rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15".split()
"""By DWARF number."""

OVERWRITTEN = (
    "look at what native code wrote before that: a length or item size that is larger than the "
    "memory passed to it, an object given back once too often",
)


@rule(
    "bad-code-pointer",
    causes=("bad-code-pointer", "heap-corruption"),
    needs=(Need.SIGNAL, Need.PC, Need.MAPPINGS),
    on=(SIGSEGV, SIGBUS, SIGILL),
    yields_to=("stack-overflow",),
)
def bad_code_pointer(case: Case) -> Iterator[Finding]:
    """A function pointer led to something that is not code.

    The instruction pointer itself is not in executable memory. Native code called through a
    function pointer that was NULL, freed or made up; or the return address on the stack was
    overwritten.

    From Python: a ctypes callback object that was garbage-collected while C still held its pointer,
    a ctypes function made from a number (`CFUNCTYPE(...)(address)`) that is no function, a library
    that was unloaded (`dlclose`) while still in use.

    Or the pointer to a table of functions, which an object of C++ begins with, is none: the object
    was freed and its memory is something else's by now, or it was overwritten.

    Where Python itself made the call, it took the pointer from an object's type. An address at
    which no library can have been was written over the object or its type, or they had been freed:
    then it is `heap-corruption`.

    What to do: keep a reference to every callback for as long as C may call it; check where the
    function pointer on the line named comes from.
    """
    state = case.process
    table = _table(state)
    if table is not None:
        yield _through(state, table)
        return
    target = _target(state) if is_fault(state) else None
    if target is None:
        return
    mapping = mapping_at(state, target)
    if mapping is not None and mapping.executable:
        return
    if subject(state) is not None or freed_holder(state) is not None:
        return  # the function pointer was read from what is no object any more, or was freed
    frames = native_frames(state.crashed)
    how = state.fault.tried.instruction
    caller = _caller(frames, target, how)
    evidence: list[Evidence | str] = []
    if target == 0 and how == "ret":
        evidence.append("the instruction pointer is 0, where nothing is ever mapped")
    elif target == 0:
        evidence.append("the instruction pointer is 0: a function pointer was NULL")
    elif mapping is None:
        evidence.append(f"nothing is mapped at {target:#x}, where the processor was sent")
    else:
        evidence.append(f"{target:#x} lies in {describe_mapping(mapping)}, which is data, not code")
    if how == "ret":
        yield _returned(target, caller, evidence)
        return
    by_ctypes = caller is not None and is_ctypes(caller) and called_through_ctypes(state)
    if caller is not None and how == "jmp":
        evidence.append(
            f"{describe_frame(caller)} had called a function that ended by jumping there: such a "
            "function leaves no frame"
        )
    elif caller is not None and not by_ctypes:
        evidence.append(f"the call came from {describe_frame(caller)}")
    if target:
        evidence.append(held_words(state, target))
    evidence += told_of_hollow(state)
    if caller is not None and not by_ctypes and _is_from_type(state, caller, target, mapping):
        evidence.append("Python takes the functions that it calls from the types of its objects")
        yield Finding.of(
            cause="heap-corruption",
            summary=f"{describe_frame(caller)} took {target:#x} for a function of an object's "
            "type: the object or its type was overwritten, or freed",
            confidence="likely",  # nothing tells which, and by whom
            evidence=evidence,
            advice=OVERWRITTEN,
        )
        return
    what = "a NULL function pointer" if target == 0 else f"{target:#x}, which is not code"
    did = "native code jumped to" if how == "jmp" else f"{_who(state, caller)} called"
    # The kernel sends a thread to its handlers, from any line: one that was unloaded, say.
    yield Finding.of(
        summary=f"{did} {what}",
        confidence="likely" if caller is None else "certain",
        evidence=evidence,
        advice=_advice(target, by_ctypes),
    )


def _table(state: ProcessState) -> Holder | None:
    """The object in a living block of memory whose pointer to a table of functions a call was to
    go through, and that leads to no memory; None where it was something else."""
    mnemonic, _, operand = state.fault.tried.instruction.partition(" ")
    first = next(iter(state.pointer.holders), None)
    if not is_fault(state) or mnemonic not in ("call", "jmp") or "[" not in operand:
        return None
    if first is None or first.kind != "block" or freed_holder(state) is not None:
        return None
    value = first.load.value
    return first if value >= FIRST_64K and mapping_at(state, value) is None else None


def _through(state: ProcessState, one: Holder) -> Finding:
    value, at = one.load.value, one.load.holder + one.load.offset
    text = as_text(value)
    what = f'the text "{text}"' if text else f"{value:#x}, where nothing is mapped,"
    return Finding.of(
        summary=f"{actor(state)} took {what} for an object's table of functions: the object was "
        "freed and its memory used again, or it was overwritten",
        confidence="likely",  # nothing tells which of the two
        evidence=(
            f"the instruction calls a function out of a table: {state.fault.tried.instruction}",
            f"the address of that table was read at {at:#x}, byte {one.byte} of a block of memory "
            "that is in use: there an object of C++ has the pointer to its virtual functions",
        ),
        advice=(KEEP_OWNER, *OVERWRITTEN),
    )


def _is_from_type(
    state: ProcessState, caller: NativeFrame, target: int, mapping: MemoryMapping | None
) -> bool:
    """Whether the interpreter called what was never a function: data, or an address at which no
    library can have been. It has its function pointers from types."""
    if caller.module is None or caller.module != interpreter_module(state) or not target:
        return False
    return mapping is not None or not FIRST_64K <= target < user_end(state)


def _advice(target: int, by_ctypes: bool) -> Iterator[str]:
    if target == 0 and by_ctypes:
        yield (
            "find out where that function pointer came from; one that is NULL is false: test it "
            "before it is called"
        )
        return
    if by_ctypes:
        yield "check that the address is that of a function: data cannot be called"
    else:
        yield (
            "keep callbacks (of ctypes or cffi) in a variable that lives as long as C may call them"
        )
    yield "check that the function pointer was obtained from a library that is still loaded"


def _caller(frames: tuple[NativeFrame, ...], target: int, how: str) -> NativeFrame | None:
    """The function that is known to have sent the processor there. One that has returned is on the
    stack no more, and what is found there by searching may be left over."""
    if not frames or frames[0].pc != target:
        return frames[0] if frames else None
    if how == "ret" or len(frames) < 2 or frames[1].trust == "scanned":
        return None
    return frames[1]


def _returned(target: int, caller: NativeFrame | None, evidence: list[Evidence | str]) -> Finding:
    """A function went back to what is no code: not a pointer was wrong, but the stack."""
    text = as_text(target)
    if text:
        evidence.append(f'as bytes, the address reads "{text}": text was written over it')
    evidence.append("it was taken off the stack, as the address to return to")
    who = "native code" if caller is None else describe_frame(caller)
    return Finding.of(
        summary=f"{who} returned to {target:#x}, which is not code: its stack was overwritten",
        confidence="certain",
        evidence=evidence,
        advice=(
            "check the length of what is copied into local arrays of that function: one was "
            "written past its end",
            "a longjmp into a function that has returned already ends there, too",
            "compile with -fstack-protector-strong or -fsanitize=address to stop there",
        ),
    )


def _who(state: ProcessState, caller: NativeFrame | None) -> str:
    if caller is None:
        return "native code"
    if is_ctypes(caller):
        return "a ctypes function object" if called_through_ctypes(state) else "libffi"
    return describe_frame(caller)


def _target(state: ProcessState) -> int | None:
    """Where the processor was sent: the pc, or the operand of a jump that could not be taken."""
    access = state.fault.tried
    if access.kind != "execute" or access.address is None:
        return _impossible_target(state) or crash_pc(state)
    return access.address


def _impossible_target(state: ProcessState) -> int | None:
    """The address in the register of a call or jump that the processor refused to take, since no
    process can have it: then the pc stays where it was. None when it was something else."""
    crashed = state.crashed
    if state.ending.code != SI_KERNEL:
        return None
    mnemonic, _, operand = state.fault.tried.instruction.partition(" ")
    if crashed is None or mnemonic not in ("call", "jmp") or operand not in REGISTERS:
        return None
    general = crashed.thread.registers.general
    number = REGISTERS.index(operand)
    target = general[number] if number < len(general) else None
    if target is None or target < user_end(state):
        return None
    return target

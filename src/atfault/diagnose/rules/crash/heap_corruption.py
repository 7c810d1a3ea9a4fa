"""heap-corruption: the allocator found its own records damaged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atfault.diagnose.crash.allocator import allocator_frame, collector_frame
from atfault.diagnose.crash.damage import evidence_of, names_of, subject, written_by
from atfault.diagnose.crash.holders import block_words, ending_in, owners
from atfault.diagnose.facts import (
    SIGABRT,
    SIGBUS,
    SIGSEGV,
    bare_symbol,
    called_by_ctypes,
    calling_frame,
    describe_frame,
    is_at_stack_end,
    is_fault,
    native_frames,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import buffer_type, size
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Finding
from atfault.model.state import ProcessState
from atfault.text.libc_messages import is_heap_message

if TYPE_CHECKING:  # of most crashes there are none
    from atfault.model.blocks import DamagedBlock, DamagedChunk
    from atfault.model.damage import DamagedObject

BAD_POINTER = (
    "free(): invalid pointer",
    "free(): double free",
    "double free or corruption",
    "munmap_chunk(): invalid pointer",
    "mremap_chunk(): invalid pointer",
    "realloc(): invalid pointer",
)
"""Texts about the pointer that was passed in; the others are about the records around a block."""
APIS = {"r": "PyMem_RawMalloc", "m": "PyMem_Malloc", "o": "PyObject_Malloc"}
ALLOCATED_BY = "Allocated using API"
"""In what the check says of a block of another allocator."""
CHECKED = ("_PyMem_Debug", "PyMem_Free", "PyObject_Free", "PyMem_RawFree", "PyObject_GC_Del")
FENCE_BYTES = 8
FREE_NAMES = ("free", "cfree", "realloc", "reallocarray")
FREE_FUNCTIONS = ("free", "cfree", "realloc", "__libc_free", "__libc_realloc", "reallocarray")


@rule(
    "heap-corruption",
    needs=(Need.SIGNAL,),
    on=(SIGABRT, SIGSEGV, SIGBUS),
    yields_to=(
        "guarded-block",
        "refcount-corruption",
        "use-after-free",
        "uncaught-cpp-exception",
        "gil-not-held",
    ),
)
def heap_corruption(case: Case) -> Iterator[Finding]:
    """The memory allocator's records are damaged, or it was given a pointer that is not its own.

    Either the C library's own check failed and said so ("free(): invalid pointer", "double free or
    corruption"), or the crash happened inside `malloc`, `free` or Python's object allocator.

    The line named is where the damage was noticed. When it calls `free` itself, that call is the
    culprit. Otherwise the damage was done earlier, by whoever wrote past the end of a block or
    freed a block twice: an extension module, or pointer arithmetic through ctypes.

    What to do: let `atfault run --again` run the command once more with checks that notice the
    damage nearer to where it is done: `PYTHONMALLOC=debug` for Python's own blocks, the C library's
    checks, Numba's bounds checks, and a guard page behind each block, which stops the very write.
    """
    state = case.process
    message = state.abort.said
    if state.ending.number == SIGABRT and is_heap_message(message):
        yield _finding(state, f"the C library stopped the program: {message}", message)
        return
    fatal = state.abort.fatal
    if not isinstance(state.heap.damaged_block, Absent):
        yield _damaged(state, state.heap.damaged_block, fatal)
        return
    if ALLOCATED_BY in fatal:
        yield _of_another_allocator(state, fatal)
        return
    if _is_python_check(state, fatal):
        yield _finding(state, "Python's own check found a damaged block of memory", fatal)
        return
    if not is_fault(state):
        return
    entry = allocator_frame(state)
    if entry is not None and is_at_stack_end(state):
        return  # the allocator was only the last one to need some of it
    if entry is not None:
        yield _finding(
            state, f"crashed inside the memory allocator, in {describe_frame(entry)}", ""
        )
        return
    one = subject(state)
    if one is not None and one.overwritten:
        yield _overwritten(state, one)
        return
    collector = collector_frame(state)
    if collector is not None and one is None:
        yield Finding.of(
            summary=f"Python's garbage collector met a damaged object, in "
            f"{describe_frame(collector)}",
            confidence="likely",
            evidence=("the collector only walks over objects: one of them was damaged earlier",),
        )


def _damaged(state: ProcessState, block: DamagedBlock, fatal: str) -> Finding:
    """PYTHONMALLOC=debug found the fence of a block overwritten, and the block is known."""
    end = block.address + block.size
    what = block_words(state, block.address, end)
    if block.behind:
        reach = block.last + 1 - end
        summary = f"{_were(reach)} written past the end of {what}"
        first = f"the fence behind it starts with {block.found.hex(' ')}"
        if block.first > end:
            first = f"{size(block.first - end)} behind its end stands {block.found.hex(' ')}"
    else:
        reach = block.address - block.first
        summary = f"{_were(reach)} written in front of {what}"
        first = f"the fence in front of it holds {block.found.hex(' ')}"
    evidence = [
        f"{first}, where Python's debug allocator had put fd",
        f"the block was asked for with {APIS.get(block.api, 'an unknown function')}: "
        f"{size(block.size)} at {block.address:#x}",
        "that was noticed when the block was freed or resized; the write came before that",
    ]
    if fatal:
        evidence.append(f'its check failed with "{fatal}"')
    return Finding.of(
        summary=summary,
        confidence="certain",
        evidence=evidence,
    )


def _overwritten(state: ProcessState, one: DamagedObject) -> Finding:
    """An object whose header is data that was written past the end of something else."""
    names = names_of(one)
    evidence = ["the data goes on beyond the object: something wrote past its own end"]
    summary = f"{f'the object of {names}' if names else 'an object'} was overwritten"
    if one.data == (0, 0):
        summary += f" with {one.pattern}"
    else:
        evidence = [f"the same number stands from {one.data[0]:#x} on without a gap"]
        for array in ending_in(state, *one.data)[:1]:
            what = f"{array.expression}, {buffer_type(array.buffer)}"
            summary += f" by a write past the end of {what}"
            evidence.append(f"{what} ends on the way, at {array.buffer.high:#x}")
    return Finding.of(
        summary=summary,
        confidence="likely",
        evidence=(*evidence_of(state, one), *evidence),
    )


def _of_another_allocator(state: ProcessState, fatal: str) -> Finding:
    """PYTHONMALLOC=debug was given a block to free that does not say that it is of its kind."""
    frames = native_frames(state.crashed)
    inside = [n for n, one in enumerate(frames) if bare_symbol(one).startswith(CHECKED)]
    caller = frames[inside[-1] + 1] if inside and inside[-1] + 1 < len(frames) else None
    who = f"{describe_frame(caller)} freed" if caller is not None else "native code freed"
    return Finding.of(
        summary=f"{who} a block that Python's allocator did not hand out for that",
        confidence="certain",
        evidence=(
            f'Python\'s own check failed with "{fatal}"',
            "the block is of another allocator (malloc of the C library, another of PyMem_Raw…,"
            " PyMem_… and PyObject_…), or the record in front of it was overwritten",
        ),
        advice=(
            "native code: free each block with the counterpart of what it was asked for with; "
            "without PYTHONMALLOC=debug such an error can go unnoticed for long",
        ),
    )


def _were(count: int) -> str:
    """How many bytes were written, as far as the fence shows."""
    more = " or more" if count >= FENCE_BYTES else ""
    return f"{size(count)}{more} {'was' if count == 1 else 'were'}"


def _is_python_check(state: ProcessState, fatal: str) -> bool:
    """The checks of PYTHONMALLOC=debug ended the process."""
    if "pad byte" in fatal:
        return True
    names = [bare_symbol(frame) for frame in native_frames(state.crashed)[:16]]
    return any(n.startswith(("_PyMem_DebugCheckAddress", "_PyObject_DebugDump")) for n in names)


def _finding(state: ProcessState, summary: str, message: str) -> Finding:
    evidence = []
    advice: tuple[str, ...] = ()
    if message and message not in summary:
        evidence.append(f'its check failed with "{message}"')
    entry = allocator_frame(state)
    if entry is not None:
        evidence.append(f"the crash is inside {describe_frame(entry)}")
    if not isinstance(state.heap.damaged_chunk, Absent):
        summary += _whose(state, state.heap.damaged_chunk)
        evidence += _chunk_words(state, state.heap.damaged_chunk)
    elif state.heap.damaged_pool is not None and state.heap.damaged_pool.objects:
        name, number, asked = state.heap.damaged_pool.objects[0]
        evidence += _pool_words(state.heap.damaged_pool.size, name, number, asked)
        once = f"native code: check that the size in the type of {name} is that of all its fields"
        advice = (once,)
    elif _frees_by_hand(state) and (not message or message.startswith(BAD_POINTER)):
        evidence.append(
            "the line named passed the pointer to that function itself, "
            "through ctypes: the pointer "
            "was not one that may be freed, or it was freed before"
        )
        once = "free each block once, and no pointer but those that malloc, calloc or realloc gave"
        advice = (once,)
    elif message.startswith(BAD_POINTER):
        evidence.append(
            "the pointer that the allocator was given there was not one of its own, or had been "
            "freed before, or the record in front of it was overwritten"
        )
    else:
        evidence.append(
            "that is where the damage was noticed; it was done earlier, maybe elsewhere"
        )
    lines, before = written_by(state) if called_by_ctypes(state) is None else ((), "")
    return Finding.of(
        summary=summary,
        confidence="certain" if message or not is_fault(state) else "likely",
        blame=lines,
        evidence=(*evidence, before),
        advice=advice,
    )


def _pool_words(room: int, name: str, number: int, asked: int) -> list[str]:
    return [
        f"the list of the free blocks of {size(room)} leads to no block: one of them was written "
        "to, as by a write past the end of the block before it",
        f"beside it in such blocks: {counted(number, 'object')} of {name}, whose type asks for "
        f"{size(asked)} each: that its code takes them for larger is one way to that",
        "the damage was noticed here; it was done earlier, maybe elsewhere",
    ]


def _whose(state: ProcessState, chunk: DamagedChunk) -> str:
    if not owners(state, chunk.low, chunk.high):
        return ""
    return f"; the record behind {block_words(state, chunk.low, chunk.high)}, is overwritten"


def _chunk_words(state: ProcessState, chunk: DamagedChunk) -> list[str]:
    room = size(chunk.high - chunk.low)
    texts = [
        f"the C library's record behind a block of up to {room} at {chunk.low:#x} holds "
        f"{chunk.found[8:].hex(' ')}, which is no size: most likely "
        "something wrote past the end of that block"
    ]
    named = owners(state, chunk.low, chunk.high)
    if named:
        texts.append(f"that block is the memory of {named[0].expression}")
    texts.append("the damage was noticed here; it was done earlier, maybe elsewhere")
    return texts


def _frees_by_hand(state: ProcessState) -> bool:
    """Python code called free or realloc through ctypes: not a function that ends in a jump to
    free, which leaves no frame of its own."""
    called = called_by_ctypes(state)
    if called is None or bare_symbol(called) not in FREE_FUNCTIONS:
        return False
    caller = calling_frame(state)
    functions = () if caller is None else {one.called for one in caller.operands}
    return any(name.rpartition(".")[2].strip("_") in FREE_NAMES for name in functions)

"""write-to-read-only: a write to memory that may only be read."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.crash.damage import counts_references
from atfault.diagnose.crash.overruns import overrun_of
from atfault.diagnose.facts import (
    SEGV_ACCERR,
    SIGSEGV,
    called_through_ctypes,
    calling_frame,
    crash_pc,
    describe_failed,
    describe_mapping,
    fault_address,
    in_own_frame,
    is_data_file,
    mapping_at,
    mapping_below,
    native_frames,
)
from atfault.diagnose.rule import TELLING, Need, rule
from atfault.diagnose.words import describe_buffer
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.process import MemoryMapping
from atfault.model.state import NamedBuffer, ProcessState
from atfault.model.values import Value

RAW_KINDS = ("mmap.mmap", "ctypes")
"""What the user's own array usually stands on."""


@rule(
    "write-to-read-only",
    needs=(Need.FAULT_ADDRESS, Need.MAPPINGS),
    on=(SIGSEGV,),
    yields_to=(
        TELLING,
        "overrun",
    ),
)
def write_to_read_only(case: Case) -> Iterator[Finding]:
    """Native code wrote to memory that is mapped for reading only.

    The address is mapped and readable, and the processor refused the write. Usual cases: a file
    mapped with `mmap.ACCESS_READ` or `np.memmap(mode="r")` whose address was handed to C code, an
    array whose `writeable` flag was forced on, or a C function that changes its argument in place
    and was given a string constant of a library.

    Python refuses such writes itself; a pointer taken through ctypes or compiled code goes around
    that check.

    What to do: map the file for writing (`r+`, `ACCESS_WRITE`, or `ACCESS_COPY` for a private
    copy), or copy the data before it is changed.
    """
    state = case.process
    address = fault_address(state)
    if address is None or address == crash_pc(state) or state.ending.code != SEGV_ACCERR:
        return
    kind = state.fault.tried.kind
    mapping = mapping_at(state, address)
    if mapping is None or not mapping.readable or mapping.writable or kind == "execute":
        return
    if counts_references(state):  # of what is no object: refcount-corruption
        return
    named = _buffer_at(state, address)
    if named is None and overrun_of(state) is not None:
        return
    actor = describe_failed(state)
    target = named.expression if named else describe_mapping(mapping)
    evidence = [f"{address:#x} lies in {describe_mapping(mapping)}, which may only be read"]
    if named is not None:
        evidence.insert(0, f"the address lies in {describe_buffer(named.expression, named.buffer)}")
        if named.buffer.writable is False:
            evidence.append("Python itself would have refused: the object is marked read-only")
    is_given = _is_given(state, mapping)
    given = called_through_ctypes(state) and is_given
    if given:
        evidence.append("the write came through a pointer given to ctypes, which checks nothing")
    # Whatever overwrites pointers leads anywhere, and to another library's code as well.
    is_strayed = named is None and not is_given and _may_have_strayed(state, mapping)
    is_overrun = not is_given and _is_overrun(state, mapping, address)
    yield Finding.of(
        summary=f"{actor} wrote to {target}, which is read-only",
        confidence="likely" if is_overrun or is_strayed else "certain",
        evidence=evidence,
        advice=(_advice(state, mapping, named, given),),
    )


def _buffer_at(state: ProcessState, address: int) -> NamedBuffer | None:
    """The array or buffer that was written to; arrays of the user's own frames are preferred."""
    found = [
        named
        for named in state.buffers
        if named.buffer.low <= address < named.buffer.high and named.buffer.device == "cpu"
    ]
    found.sort(key=lambda named: (not in_own_frame(state, named), named.buffer.kind in RAW_KINDS))
    return found[0] if found else None


def _is_overrun(state: ProcessState, mapping: MemoryMapping, address: int) -> bool:
    """The first page after writable memory, or an index from such memory: more likely someone ran
    past the end of that."""
    bases = [mapping_at(state, value) for _, value in state.fault.tried.registers]
    if any(base is not None and base.writable for base in bases):
        return True
    below = mapping_below(state, mapping.start)
    return (
        address - mapping.start < 4096
        and below is not None
        and below.end == mapping.start
        and below.writable
    )


def _may_have_strayed(state: ProcessState, mapping: MemoryMapping) -> bool:
    """Whether what was written to is code, or of a library that has no part in the call."""
    paths = {module.path for module in state.layout.modules}
    inside = {one.module.path for one in native_frames(state.crashed) if one.module is not None}
    return mapping.path in paths and (mapping.executable or mapping.path not in inside)


def _is_given(state: ProcessState, mapping: MemoryMapping) -> bool:
    """Whether a pointer into the mapping was an argument of the call that failed."""
    caller = calling_frame(state)
    values = () if caller is None else caller.values
    return any(one.is_passed and _points_into(value, mapping) for one, value in values)


def _points_into(value: Value, mapping: MemoryMapping) -> bool:
    number = value.number if isinstance(value.number, int) else 0
    start = value.buffer.low if value.buffer is not None else 0
    return mapping.start <= number < mapping.end or mapping.start <= start < mapping.end


def _advice(
    state: ProcessState, mapping: MemoryMapping, named: NamedBuffer | None, given: bool
) -> str:
    is_program = any(module.path == mapping.path for module in state.layout.modules)
    if is_data_file(mapping) and not is_program:
        return 'map the file for writing (mode "r+" or ACCESS_COPY), or work on a copy'
    if named is not None and not is_program:
        return "map that memory for writing, or work on a copy"
    if given:
        return "pass a buffer of your own (create_string_buffer, np.empty) instead of a constant"
    return "constants of a program or library cannot be changed: work on a copy"

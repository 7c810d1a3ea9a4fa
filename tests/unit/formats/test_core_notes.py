"""The notes of a core, made by hand."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.errors import FormatError
from atfault.formats.core_notes import (
    CoreNotes,
    read_auxv,
    read_core_notes,
    read_files,
    read_siginfo,
    text,
)
from support.elf_builder import (
    NT_AUXV,
    NT_FILE,
    NT_PRPSINFO,
    NT_PRSTATUS,
    NT_SIGINFO,
    auxv,
    note,
    nt_file,
    prpsinfo,
    prstatus,
    siginfo,
)

REGS_OFFSET, REGS_SIZE = 112, 216


def read(*notes: bytes) -> CoreNotes:
    data = b"".join(notes)
    return read_core_notes(data, [(0, len(data), 4)], REGS_OFFSET, REGS_SIZE)


def test_the_kernels_order_gives_the_siginfo_to_the_first_thread() -> None:
    notes = read(
        note(b"CORE", NT_PRSTATUS, prstatus(101, 11, pc=0x1234)),
        note(b"CORE", NT_PRPSINFO, prpsinfo(100, psargs=b"python app.py")),
        note(b"CORE", NT_SIGINFO, siginfo(11, 1, address=0x10)),
        note(b"CORE", NT_PRSTATUS, prstatus(100)),
    )
    first, second = notes.threads
    assert (first.status.tid, first.status.signal) == (101, 11)
    assert first.siginfo is not None and first.siginfo.fault_address == 0x10
    assert second.status.tid == 100 and second.siginfo is None
    assert notes.process is not None
    assert (notes.process.pid, notes.process.psargs) == (100, "python app.py")
    assert notes.problems == ()


def test_gcores_order_gives_each_thread_its_own_siginfo() -> None:
    notes = read(
        note(b"CORE", NT_PRPSINFO, prpsinfo(100)),
        note(b"CORE", NT_PRSTATUS, prstatus(100)),
        note(b"CORE", NT_SIGINFO, siginfo(19, 0, sender=(7, 0))),
        note(b"CORE", NT_PRSTATUS, prstatus(101)),
        note(b"CORE", NT_SIGINFO, siginfo(11, 1, address=0x20)),
    )
    assert [t.siginfo.signal if t.siginfo else None for t in notes.threads] == [19, 11]


def test_registers_are_found_by_their_offset() -> None:
    data = note(b"CORE", NT_PRSTATUS, prstatus(5, 6, rip=0xABCDEF))
    notes = read_core_notes(data, [(0, len(data), 4)], REGS_OFFSET, REGS_SIZE)
    at = notes.threads[0].status.regs_offset
    assert struct.unpack_from("<Q", data, at + 16 * 8)[0] == 0xABCDEF


def test_notes_of_other_owners_are_passed_over() -> None:
    notes = read(note(b"LINUX", NT_PRSTATUS, b"x" * 2000), note(b"CORE", 1, prstatus(9)))
    assert [t.status.tid for t in notes.threads] == [9]


def test_a_truncated_note_is_a_problem_and_the_rest_is_kept() -> None:
    whole = note(b"CORE", NT_PRSTATUS, prstatus(9))
    data = whole + note(b"CORE", NT_PRPSINFO, prpsinfo(9))[:60]
    notes = read_core_notes(data, [(0, len(data), 4)], REGS_OFFSET, REGS_SIZE)
    assert [t.status.tid for t in notes.threads] == [9]
    assert notes.process is None
    assert len(notes.problems) == 1 and "cut off" in notes.problems[0]


def test_a_short_thread_note_is_a_problem_and_the_others_are_kept() -> None:
    notes = read(note(b"CORE", 1, prstatus(8)[:100]), note(b"CORE", 1, prstatus(9)))
    assert [t.status.tid for t in notes.threads] == [9]
    assert "NT_PRSTATUS of 100 bytes" in notes.problems[0]


@pytest.mark.parametrize(
    ("signal", "code", "address", "sender", "expected"),
    [
        (11, 1, 0x10, None, (0x10, None)),  # SEGV_MAPERR
        (11, 2, 0x7FFF_0000, None, (0x7FFF_0000, None)),  # SEGV_ACCERR
        (11, 0x80, 0, None, (None, None)),  # SI_KERNEL: general protection, no address
        (11, 0, None, (42, 1000), (None, 42)),  # kill -SEGV
        (6, -6, None, (43, 1000), (None, 43)),  # abort() through tgkill
        (7, 2, 0x1000, None, (0x1000, None)),  # BUS_ADRERR
        (8, 1, 0x401000, None, (0x401000, None)),  # FPE_INTDIV
    ],
)
def test_siginfo_holds_an_address_or_a_sender(
    signal: int,
    code: int,
    address: int | None,
    sender: tuple[int, int] | None,
    expected: tuple[int | None, int | None],
) -> None:
    raw = siginfo(signal, code, address, sender)
    info = read_siginfo(raw, 0, len(raw))
    assert (info.signal, info.code) == (signal, code)
    assert (info.fault_address, info.sender_pid) == expected


def test_mapped_files_with_offsets_in_bytes() -> None:
    files = read_files(nt_file([(0x1000, 0x3000, 0, b"/a"), (0x3000, 0x4000, 0x2000, b"/a")]))
    assert [(f.start, f.end, f.offset, f.path) for f in files] == [
        (0x1000, 0x3000, 0, b"/a"),
        (0x3000, 0x4000, 0x2000, b"/a"),
    ]


def test_a_file_table_that_promises_more_than_it_holds_is_an_error() -> None:
    with pytest.raises(FormatError, match="promises"):
        read_files(struct.pack("<QQ", 1 << 40, 4096))
    with pytest.raises(FormatError):
        read_files(b"short")


def test_the_auxiliary_vector_ends_at_its_null() -> None:
    assert read_auxv(auxv({6: 4096, 3: 0x400040}) + auxv({9: 1})) == {6: 4096, 3: 0x400040}
    assert read_auxv(b"") == {}


def test_auxv_reaches_the_result() -> None:
    assert read(note(b"CORE", NT_AUXV, auxv({33: 0x7FFF}))).auxv == {33: 0x7FFF}


def test_control_characters_are_escaped() -> None:
    assert text(b"a\nb\x1b[31m") == "a\\nb\\x1b[31m"
    assert text(b"caf\xc3\xa9") == "café"
    assert text(b"\xff") == "\\xff"


def test_a_thousand_threads_are_read_in_order() -> None:
    notes = read(*[note(b"CORE", 1, prstatus(1000 + i)) for i in range(1000)])
    assert [t.status.tid for t in notes.threads] == list(range(1000, 2000))


@given(st.binary(max_size=600), st.integers(0, 700), st.integers(0, 700))
def test_any_bytes_give_notes_or_problems(data: bytes, offset: int, size: int) -> None:
    read_core_notes(data, [(offset, size, 4)], REGS_OFFSET, REGS_SIZE)


_NOTES = b"".join(
    [
        note(b"CORE", NT_PRSTATUS, prstatus(1, 11)),
        note(b"CORE", NT_SIGINFO, siginfo(11, 1, 5)),
        note(b"CORE", NT_FILE, nt_file([(1, 2, 0, b"/x")])),
        note(b"CORE", NT_AUXV, auxv({1: 2})),
    ]
)


@given(st.lists(st.tuples(st.integers(0, len(_NOTES) - 1), st.integers(0, 255)), max_size=6))
def test_damaged_notes_give_notes_or_problems(changes: list[tuple[int, int]]) -> None:
    data = bytearray(_NOTES)
    for at, value in changes:
        data[at] = value
    read_core_notes(bytes(data), [(0, len(data), 4)], REGS_OFFSET, REGS_SIZE)


def test_register_sets_of_one_processor_belong_to_the_thread_before_them() -> None:
    notes = read(
        note(b"LINUX", 0x401, bytes(8)),
        note(b"CORE", NT_PRSTATUS, prstatus(101, 11)),
        note(b"LINUX", 0x401, b"first..."),
        note(b"LINUX", 0x406, bytes(16)),
        note(b"CORE", NT_PRSTATUS, prstatus(102)),
        note(b"LINUX", 0x401, b"second.."),
        note(b"LINUX", 0x401, b"another."),
    )
    data = b"".join(
        [
            note(b"LINUX", 0x401, bytes(8)),
            note(b"CORE", NT_PRSTATUS, prstatus(101, 11)),
            note(b"LINUX", 0x401, b"first..."),
        ]
    )
    first, second = notes.threads
    assert set(first.others) == {0x401, 0x406}
    at, size = first.others[0x401]
    assert data[at : at + size] == b"first..."
    assert set(second.others) == {0x401}
    assert second.others[0x401][1] == 8

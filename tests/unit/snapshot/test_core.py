"""A core file as a snapshot: threads, signal, process, mappings, memory and files.

argv from the words at the top of the stack.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest

from atfault.errors import AccessError, MemoryFault, NoProcessState
from atfault.model.absent import Absent
from atfault.model.process import mapping_holding
from atfault.snapshot.core import (
    CoreSnapshot,
    arguments_on_stack,
    folder_of_start,
    open_core,
    variables_of_start,
)
from atfault.snapshot.memory import Piece, PiecewiseMemory
from support.elf_builder import CoreBuilder, Load, R, W, X, auxv, elf_object, stack_with_arguments

CODE_AT = 0x7F10_0000_0000
STACK_AT = 0x7FFF_0000_0000
CODE = bytes(range(200)) + b"\xc3" * 5000
LIBRARY = elf_object(
    [Load(0x1000, CODE, R | X), Load(0x4000, b"data" * 64, R | W)], build_id=b"A" * 20
)
TOP = 0x7FFF_FFFF_F000
VECTOR = {3: 0x400040, 5: 13, 6: 4096, 7: 0, 9: 0x401000, 16: 7, 23: 0, 33: 0x7FFF0000}


def open_built(builder: CoreBuilder, folder: Path, **how: str) -> CoreSnapshot:
    path = folder / "core"
    path.write_bytes(builder.build())
    return open_core(str(path), **how)


def crash() -> CoreBuilder:
    return CoreBuilder().thread(200, 11, pc=0x1234, sp=STACK_AT + 8).siginfo(11, 1, 0x10)


def with_library(folder: Path, image: bytes = LIBRARY, dump: str = "kernel") -> CoreBuilder:
    """A core that maps LIBRARY from folder/lib.so, where `image` lies now."""
    path = folder / "lib.so"
    path.write_bytes(image)
    return crash().map_object(LIBRARY, CODE_AT, str(path), dump)


# ---- threads, signal, process --------------------------------------------------------------------


def test_the_thread_that_took_the_signal_is_first(tmp_path: Path) -> None:
    builder = CoreBuilder().thread(100).thread(101).thread(102, 6).siginfo(6, -6, sender=(100, 5))
    core = open_built(builder.segment(0x1000, b"x"), tmp_path)
    assert [thread.tid for thread in core.threads] == [102, 100, 101]
    assert not isinstance(core.signal, Absent)
    assert core.signal.tid == 102
    assert (core.signal.number, core.signal.code) == (6, -6)
    assert (core.signal.sender_pid, core.signal.sender_uid) == (100, 5)
    assert core.signal.fault_address is None


def test_registers_by_their_dwarf_numbers(tmp_path: Path) -> None:
    builder = CoreBuilder().thread(1, 11, pc=0x11, sp=0x22, fp=0x33, fs_base=0x44, rax=0x55)
    registers = open_built(builder, tmp_path).threads[0].registers
    assert (registers.general[16], registers.general[7], registers.general[6]) == (0x11, 0x22, 0x33)
    assert registers.general[0] == 0x55
    assert registers.thread_pointer == 0x44
    assert registers.syscall is None


def test_a_signal_without_siginfo_has_neither_address_nor_sender(tmp_path: Path) -> None:
    core = open_built(CoreBuilder().thread(1, 11), tmp_path)
    assert not isinstance(core.signal, Absent)
    assert core.signal.number == 11
    assert core.signal.fault_address is None and core.signal.sender_pid is None


@pytest.mark.parametrize("stop", [0, 19, 5])
def test_a_core_taken_of_a_live_process_has_no_signal(stop: int, tmp_path: Path) -> None:
    core = open_built(CoreBuilder().thread(1, stop), tmp_path)
    assert core.signal == Absent("the process was alive when its core was taken")


def test_a_breakpoint_instruction_that_killed_is_a_signal(tmp_path: Path) -> None:
    core = open_built(CoreBuilder().thread(1, 5).siginfo(5, 0x80), tmp_path)
    assert not isinstance(core.signal, Absent)
    assert core.signal.number == 5


@pytest.mark.parametrize(("sender", "is_fatal"), [(50, True), (51, False), (0, False)])
def test_a_sigtrap_that_the_process_has_raised_is_a_signal(
    sender: int, is_fatal: bool, tmp_path: Path
) -> None:
    builder = CoreBuilder().thread(50, 5).siginfo(5, -6, sender=(sender, 0)).process(50)
    assert isinstance(open_built(builder, tmp_path).signal, Absent) is not is_fatal


def test_the_first_thread_alone_has_the_name_that_a_core_holds(tmp_path: Path) -> None:
    builder = CoreBuilder().thread(51, 11).thread(50).process(50, fname=b"worker")
    core = open_built(builder, tmp_path)
    assert [(t.tid, t.name) for t in core.threads] == [(51, ""), (50, "worker")]
    assert (core.process.pid, core.process.ppid, core.process.uid) == (50, 1, 1000)
    assert core.process.cwd is None


def test_arguments_come_from_the_stack(tmp_path: Path) -> None:
    vector = {3: 0x40, 5: 13, 6: 4096, 7: 0, 9: 0x100, 16: 1, 23: 0, 11: 0}
    argv = [b"python", b"my app.py", b"--name=" + b"x" * 100]
    start, content, full = stack_with_arguments(STACK_AT + 0x10000, argv, [b"A=1"], vector)
    builder = crash().process(200, psargs=b"python my app.py").segment(start, content)
    builder.note(6, auxv(full))
    core = open_built(builder, tmp_path)
    assert core.process.argv == tuple(a.decode() for a in argv)
    assert core.auxv == full
    assert [m.path for m in core.mappings] == ["[stack]"]


def test_without_a_stack_the_short_command_line_is_used_and_said(tmp_path: Path) -> None:
    core = open_built(crash().process(200, psargs=b"python app.py x"), tmp_path)
    assert core.process.argv == ("python", "app.py", "x")
    assert any("79 bytes" in warning for warning in core.warnings)


def test_a_core_with_nothing_in_it_is_no_process(tmp_path: Path) -> None:
    with pytest.raises(NoProcessState) as caught:
        open_built(CoreBuilder(), tmp_path)
    assert caught.value.exit_code == 1


def test_memory_without_threads_is_kept_and_said(tmp_path: Path) -> None:
    core = open_built(CoreBuilder().segment(0x1000, b"abcd"), tmp_path)
    assert core.threads == ()
    assert isinstance(core.signal, Absent)
    assert core.memory.read(0x1000, 4) == b"abcd"
    assert any("no thread" in warning for warning in core.warnings)


def test_attributes_that_systemd_stores_fill_the_gaps(tmp_path: Path) -> None:
    path = tmp_path / "core"
    path.write_bytes(CoreBuilder().thread(9, 11).segment(0x1000, b"x").build())
    try:
        os.setxattr(path, "user.coredump.exe", b"/usr/bin/python3")
        os.setxattr(path, "user.coredump.pid", b"4711")
        os.setxattr(path, "user.coredump.uid", b"1000")
    except OSError:
        pytest.skip("the file system here has no extended attributes")
    process = open_core(str(path)).process
    assert (process.executable, process.pid, process.uid) == ("/usr/bin/python3", 4711, 1000)


# ---- mappings and memory -------------------------------------------------------------------------


def test_mappings_are_segments_joined_with_the_file_table(tmp_path: Path) -> None:
    core = open_built(with_library(tmp_path).segment(STACK_AT, b"s" * 4096), tmp_path)
    path = str(tmp_path / "lib.so")
    assert [(m.start, m.end, m.file_offset, m.path, m.dumped) for m in core.mappings] == [
        (CODE_AT, CODE_AT + 0x1000, 0, path, 0x1000),
        (CODE_AT + 0x1000, CODE_AT + 0x3000, 0x1000, path, 0),
        (CODE_AT + 0x4000, CODE_AT + 0x5000, 0x4000, path, 0x1000),
        (STACK_AT, STACK_AT + 4096, 0, "", 4096),
    ]
    assert [(m.readable, m.writable, m.executable) for m in core.mappings[:3]] == [
        (True, False, False),
        (True, False, True),
        (True, True, False),
    ]
    assert mapping_holding(core.mappings, CODE_AT + 0x3800) is None


def test_code_that_was_not_dumped_is_read_from_the_file(tmp_path: Path) -> None:
    core = open_built(with_library(tmp_path), tmp_path)
    assert core.memory.read(CODE_AT + 0x1000, 200) == CODE[:200]
    file, doubt = core.local_file(str(tmp_path / "lib.so"))
    assert file is not None and (file.path, doubt) == (str(tmp_path / "lib.so"), "")
    assert core.warnings == []


def test_a_rebuilt_file_is_not_read_and_that_is_said(tmp_path: Path) -> None:
    rebuilt = elf_object(
        [Load(0x1000, b"\xcc" * len(CODE), R | X), Load(0x4000, b"data" * 64, R | W)],
        build_id=b"B" * 20,
    )
    core = open_built(with_library(tmp_path, rebuilt), tmp_path)
    with pytest.raises(MemoryFault, match="build id"):
        core.memory.read(CODE_AT + 0x1000, 4)
    local, why = core.local_file(str(tmp_path / "lib.so"))
    assert local is None and "build id" in why
    assert len(core.warnings) == 1 and "lib.so has changed" in core.warnings[0]
    assert core.memory.read(CODE_AT + 0x4000, 4) == b"data"  # dumped: needs no file


def test_missing_files_are_one_warning_with_what_to_do(tmp_path: Path) -> None:
    builder = crash()
    for index in range(6):
        builder.map_object(LIBRARY, CODE_AT + (index << 20), f"/nowhere/lib{index}.so")
    core = open_built(builder, tmp_path)
    for index in range(6):
        with pytest.raises(MemoryFault, match="does not exist"):
            core.memory.u8(CODE_AT + (index << 20) + 0x1000)
    assert len(core.warnings) == 1
    assert core.warnings[0].startswith("6 mapped files not found")
    assert "--sysroot" in core.warnings[0] and "and 2 more" in core.warnings[0]


def test_a_file_that_the_core_cannot_vouch_for_is_used_with_doubt(tmp_path: Path) -> None:
    core = open_built(with_library(tmp_path, dump="none"), tmp_path)
    assert core.memory.read(CODE_AT + 0x1000, 4) == CODE[:4]
    local, doubt = core.local_file(str(tmp_path / "lib.so"))
    assert local is not None and "could not be compared" in doubt
    assert len(core.warnings) == 1


def test_a_file_without_a_build_id_is_compared_by_its_first_page_and_its_age(
    tmp_path: Path,
) -> None:
    image = elf_object([Load(0x1000, CODE, R | X)])
    (tmp_path / "lib.so").write_bytes(image)
    builder = crash().map_object(image, CODE_AT, str(tmp_path / "lib.so"))
    assert open_built(builder, tmp_path).warnings == []
    os.utime(tmp_path / "core", (1, 1))
    core = open_core(str(tmp_path / "core"))
    assert core.memory.read(CODE_AT + 0x1000, 4) == CODE[:4]
    assert len(core.warnings) == 1 and "1 mapped file may have been rebuilt" in core.warnings[0]
    (tmp_path / "lib.so").write_bytes(image[:300] + b"other symbols" + image[313:])
    core = open_core(str(tmp_path / "core"))
    with pytest.raises(MemoryFault, match="its first page differs"):
        core.memory.read(CODE_AT + 0x1000, 4)


def test_a_file_that_lost_its_build_id_is_another_one(tmp_path: Path) -> None:
    loads = [Load(0x1000, CODE, R | X), Load(0x4000, b"data" * 64, R | W)]
    core = open_built(with_library(tmp_path, elf_object(loads)), tmp_path)
    assert core.local_file(str(tmp_path / "lib.so"))[0] is None


def test_a_deleted_file_is_used_only_when_the_core_vouches_for_it(tmp_path: Path) -> None:
    path = str(tmp_path / "lib.so")
    (tmp_path / "lib.so").write_bytes(LIBRARY)
    for dump, found in (("kernel", True), ("none", False)):
        core = open_built(crash().map_object(LIBRARY, CODE_AT, path + " (deleted)", dump), tmp_path)
        assert core.mappings[0].deleted and core.mappings[0].path == path
        assert (core.local_file(path)[0] is not None) is found


def test_a_file_that_is_gone_is_told_from_one_of_another_machine(tmp_path: Path) -> None:
    builder = crash().map_object(LIBRARY, CODE_AT, "/nowhere/a.so (deleted)")
    builder.map_object(LIBRARY, CODE_AT + (1 << 20), "/nowhere/b.so")
    core = open_built(builder, tmp_path)
    assert core.local_file("/nowhere/a.so")[1] == "was deleted while the program ran"
    assert core.local_file("/nowhere/b.so")[1] == "does not exist on this machine"
    assert len(core.warnings) == 2


def test_data_files_are_not_read_for_they_may_have_changed(tmp_path: Path) -> None:
    data = tmp_path / "array.npy"
    data.write_bytes(b"\x93NUMPY" + bytes(4090))
    builder = crash().segment(CODE_AT, b"", R, 4096).mapped(CODE_AT, CODE_AT + 4096, 0, str(data))
    core = open_built(builder, tmp_path)
    with pytest.raises(MemoryFault, match="may have changed since"):
        core.memory.u8(CODE_AT)


def test_anonymous_memory_that_was_not_dumped_is_a_fault_not_zeros(tmp_path: Path) -> None:
    core = open_built(crash().segment(CODE_AT, b"x" * 4096, R | W, 8192), tmp_path)
    assert core.memory.u8(CODE_AT + 4095) == ord("x")
    with pytest.raises(MemoryFault, match="not in the core"):
        core.memory.u8(CODE_AT + 4096)
    with pytest.raises(MemoryFault, match="not mapped"):
        core.memory.u8(CODE_AT + 8192)


def test_what_was_written_to_a_file_is_unknown_where_private_memory_was_left_out(
    tmp_path: Path,
) -> None:
    for stack, readable in ((b"", False), (b"stack" * 1000, True)):
        builder = with_library(tmp_path, dump="none").segment(STACK_AT, stack, R | W, 8192)
        core = open_built(builder, tmp_path)
        assert core.memory.read(CODE_AT + 0x1000, 4) == CODE[:4]
        assert core.memory.read_upto(CODE_AT + 0x4000, 4) == (b"data" if readable else b"")
        assert any("coredump_filter" in text for text in core.warnings) is not readable


def test_of_a_core_of_single_pages_the_others_are_unknown(tmp_path: Path) -> None:
    path = tmp_path / "lib.so"
    path.write_bytes(LIBRARY.ljust(0x8000, b"d"))
    builder = (
        crash().segment(CODE_AT, LIBRARY[:4096], R).mapped(CODE_AT, CODE_AT + 4096, 0, str(path))
    )
    builder.segment(CODE_AT + 0x4000, b"new" * 1300, R | W, 4096)
    builder.segment(CODE_AT + 0x5000, b"", R | W, 4096)
    builder.mapped(CODE_AT + 0x4000, CODE_AT + 0x6000, 0x4000, str(path))
    core = open_built(builder, tmp_path)
    assert core.memory.read(CODE_AT + 0x4000, 3) == b"new"
    assert core.memory.read_upto(CODE_AT + 0x5000, 3) == b""


def test_gcore_leaves_out_private_memory_with_its_segments(tmp_path: Path) -> None:
    path = tmp_path / "lib.so"
    path.write_bytes(LIBRARY)
    builder = crash().auxv({25: STACK_AT})
    for at, size in ((0, 0x1000), (0x1000, 0x2000), (0x4000, 0x1000)):
        builder.mapped(CODE_AT + at, CODE_AT + at + size, at, str(path))
    builder.mapped(CODE_AT + 0x9000, CODE_AT + 0xA000, 0, "/etc/hosts")
    core = open_built(builder, tmp_path)
    assert core.memory.read(CODE_AT + 0x1000, 4) == CODE[:4]
    assert core.memory.read_upto(CODE_AT + 0x4000, 4) == b""
    assert any("coredump_filter" in text for text in core.warnings)
    assert not any("hosts" in text for text in core.warnings)


def test_mappings_that_gcore_leaves_out_come_from_the_file_table(tmp_path: Path) -> None:
    path = tmp_path / "lib.so"
    path.write_bytes(LIBRARY)
    builder = crash().segment(CODE_AT, LIBRARY[:4096], R)
    builder.mapped(CODE_AT, CODE_AT + 0x1000, 0, str(path))
    builder.mapped(CODE_AT + 0x1000, CODE_AT + 0x3000, 0x1000, str(path))
    core = open_built(builder, tmp_path)
    left_out = core.mappings[1]
    assert (left_out.start, left_out.end) == (CODE_AT + 0x1000, CODE_AT + 0x3000)
    assert (left_out.readable, left_out.writable, left_out.executable) == (True, False, True)
    assert core.memory.read(CODE_AT + 0x1000, 4) == CODE[:4]


def test_a_cut_off_core_says_so_and_the_rest_works(tmp_path: Path) -> None:
    whole = crash().segment(0x10000, b"a" * 4096).segment(0x20000, b"b" * 8192).build()
    path = tmp_path / "core"
    path.write_bytes(whole[:-4096])
    core = open_core(str(path))
    assert core.memory.read(0x10000, 4) == b"aaaa"
    assert core.memory.u8(0x20FFF) == ord("b")
    with pytest.raises(MemoryFault):
        core.memory.u8(0x21000)
    assert any("4 KiB of memory" in warning for warning in core.warnings)
    assert core.lacking == "the core is cut off: 33 % of its memory is missing"
    assert core.mappings[1].dumped == 4096


def test_code_of_a_cut_off_core_comes_from_the_file(tmp_path: Path) -> None:
    builder = with_library(tmp_path, dump="all")
    path = tmp_path / "core"
    path.write_bytes(builder.build()[:4096])
    core = open_core(str(path))
    assert core.memory.read(CODE_AT + 0x1000, 4) == CODE[:4]
    with pytest.raises(MemoryFault):
        core.memory.u8(CODE_AT + 0x4000)  # data may have been written to


def test_overlapping_and_wrapping_segments_are_said_and_cut(tmp_path: Path) -> None:
    builder = crash().segment(0x1000, b"a" * 8192).segment(0x2000, b"b" * 8192)
    builder.segment((1 << 64) - 4096, b"c", R, 1 << 20)
    core = open_built(builder, tmp_path)
    assert [(m.start, m.end) for m in core.mappings] == [(0x1000, 0x3000), (0x3000, 0x4000)]
    assert core.memory.read(0x2FFF, 2) == b"ab"
    assert any("2 segments" in warning for warning in core.warnings)
    assert "segments overlap" in core.contradiction


def test_paths_with_control_characters_are_shown_escaped_and_still_found(tmp_path: Path) -> None:
    folder = tmp_path / "new\nline"
    folder.mkdir()
    core = open_built(with_library(folder), tmp_path)
    shown = core.mappings[0].path
    assert "\\n" in shown and "\n" not in shown
    assert core.memory.read(CODE_AT + 0x1000, 4) == CODE[:4]


# ---- other roots, other programs -----------------------------------------------------------------


def test_files_of_another_root_are_found_under_the_sysroot(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "opt").mkdir(parents=True)
    (root / "opt/lib.so").write_bytes(LIBRARY)
    core = open_built(
        crash().map_object(LIBRARY, CODE_AT, "/opt/lib.so"), tmp_path, sysroot=str(root)
    )
    file, doubt = core.local_file("/opt/lib.so")
    assert file is not None and (file.path, doubt) == (str(root / "opt/lib.so"), "")
    assert core.memory.read(CODE_AT + 0x1000, 4) == CODE[:4]


def program_core(path: str) -> CoreBuilder:
    """A core whose program is LIBRARY, mapped from `path`."""
    return crash().map_object(LIBRARY, CODE_AT, path).auxv({3: CODE_AT + 64, 9: CODE_AT + 0x1000})


def test_the_program_is_the_file_that_its_program_headers_lie_in(tmp_path: Path) -> None:
    core = open_built(program_core("/usr/bin/prog"), tmp_path)
    assert core.process.executable == "/usr/bin/prog"


def test_a_program_given_by_the_user_stands_for_the_one_in_the_core(tmp_path: Path) -> None:
    (tmp_path / "prog").write_bytes(LIBRARY)
    core = open_built(program_core("/gone/prog"), tmp_path, executable=str(tmp_path / "prog"))
    assert core.process.executable == "/gone/prog"
    assert core.memory.read(CODE_AT + 0x1000, 4) == CODE[:4]
    assert core.warnings == []


def test_a_wrong_program_given_by_the_user_is_not_used_and_said(tmp_path: Path) -> None:
    other = elf_object([Load(0x1000, CODE, R | X)], build_id=b"Z" * 20)
    (tmp_path / "prog").write_bytes(other)
    core = open_built(program_core("/gone/prog"), tmp_path, executable=str(tmp_path / "prog"))
    with pytest.raises(MemoryFault):
        core.memory.u8(CODE_AT + 0x1000)
    assert any("not used (build id 5a5a5a5a5a5a… instead of" in text for text in core.warnings)
    (tmp_path / "prog").write_bytes(b"#!/bin/sh")
    core = open_built(program_core("/gone/prog"), tmp_path, executable=str(tmp_path / "prog"))
    assert any("is not used (it is no ELF file)" in warning for warning in core.warnings)


def test_a_program_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AccessError, match="does not exist"):
        open_built(program_core("/gone/prog"), tmp_path, executable=str(tmp_path / "missing"))


def test_a_closed_core_faults(tmp_path: Path) -> None:
    with open_built(with_library(tmp_path), tmp_path) as core:
        core.memory.u8(CODE_AT + 0x1000)
    with pytest.raises(MemoryFault):
        core.memory.u8(CODE_AT)


def read(
    argv: list[bytes], environ: list[bytes], change: bytes = b"", by: bytes = b""
) -> tuple[bytes, ...] | None:
    start, content, full = stack_with_arguments(TOP, argv, environ, VECTOR)
    assert change in content
    content = content.replace(change, by) if change else content
    memory = PiecewiseMemory([Piece(start, start + len(content), 0, content)])
    return arguments_on_stack(memory, full, auxv(full))


@pytest.mark.parametrize(
    "argv",
    [
        [b"python"],
        [b"python", b"app.py", b"two words", b""],
        [b"python", b"-c", b"x" * 5000],
        [b"a%d" % i for i in range(1500)],
    ],
    ids=["one", "empty-and-blank", "long", "many"],
)
def test_arguments_are_exact(argv: list[bytes]) -> None:
    assert read(argv, [b"HOME=/root", b"LANG=C"]) == tuple(argv)


def test_no_environment_at_all() -> None:
    assert read([b"python", b"x.py"], []) == (b"python", b"x.py")


def test_control_characters_stay_what_they_are() -> None:
    assert read([b"py\nthon", b"\x1b[2J"], []) == (b"py\nthon", b"\x1b[2J")


def test_the_folder_of_the_start_is_that_of_the_environment() -> None:
    name = b"/usr/bin/python\0"
    block = b"\0python\0app.py\0HOME=/root\0PWD=/srv/app\0LANG=C\0"
    end = TOP - len(name)
    content = (block + name).rjust(8192, b"\1")
    memory = PiecewiseMemory([Piece(TOP - len(content), TOP, 0, content)])
    assert folder_of_start(memory, {31: end}) == "/srv/app"
    assert folder_of_start(memory, {31: end - 20}) == ""
    assert folder_of_start(PiecewiseMemory([]), {31: end}) == ""
    assert folder_of_start(memory, {}) == ""


def environ_pointer(index: int) -> bytes:
    """The word of envp[index] in the stack that `read` builds for one argument."""
    strings = TOP - len(b"python\0A=1\0B=2\0C=3\0python\0") - 8
    return struct.pack("<Q", strings + 7 + 4 * index)


def test_environment_words_that_the_program_replaced_do_not_matter() -> None:
    change = environ_pointer(1)
    for word in (struct.pack("<Q", 0x5555_0000_1000), bytes(8)):
        assert read([b"python"], [b"A=1", b"B=2", b"C=3"], change, word) == (b"python",)


def test_a_count_that_disagrees_gives_none() -> None:
    start, content, full = stack_with_arguments(TOP, [b"python", b"x"], [], VECTOR)
    at = content.index(struct.pack("<Q", 2))
    content = content[:at] + struct.pack("<Q", 3) + content[at + 8 :]
    memory = PiecewiseMemory([Piece(start, start + len(content), 0, content)])
    assert arguments_on_stack(memory, full, auxv(full)) is None


def test_a_stack_that_is_not_in_the_core_gives_none() -> None:
    _, _, full = stack_with_arguments(TOP, [b"python"], [], VECTOR)
    assert arguments_on_stack(PiecewiseMemory([]), full, auxv(full)) is None
    assert arguments_on_stack(PiecewiseMemory([]), {}, b"") is None


def test_variables_are_found_by_their_names() -> None:
    name = b"/usr/bin/python\0"
    block = b"\0python\0A=1\0XRANK=7\0RANK=3\0WORLD_SIZE=4\0"
    content = (block + name).rjust(8192, b"\1")
    memory = PiecewiseMemory([Piece(TOP - len(content), TOP, 0, content)])
    names = ("RANK", "WORLD_SIZE", "LOCAL_RANK")
    found = variables_of_start(memory, {31: TOP - len(name)}, names)
    assert found == {"RANK": "3", "WORLD_SIZE": "4"}
    assert variables_of_start(memory, {}, names) == {}

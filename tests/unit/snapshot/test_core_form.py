"""Every form a core file comes in, and everything that is not one."""

from __future__ import annotations

import base64
import contextlib
import gc
import gzip
import lzma
import os
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import lz4.frame
import pytest
import zstandard

from atfault import extras
from atfault.errors import AccessError, FormatError, InputError, UnsupportedInput
from atfault.snapshot import compressed_core, core_form
from atfault.snapshot.core import open_core
from atfault.snapshot.core_form import open_core_bytes
from support import needs
from support.elf_builder import CoreBuilder, Load, R, X, elf_header, elf_object

Pack = Callable[[bytes], bytes]

FORMS: dict[str, Pack] = {
    "plain": lambda data: data,
    "gzip": gzip.compress,
    "zstd": lambda data: zstandard.ZstdCompressor().compress(data),
    "xz": lzma.compress,
    "lz4": lz4.frame.compress,
}
COMPRESSED = [name for name in FORMS if name != "plain"]
MODULES = {
    "zstd": ("compression", "compression.zstd", "zstandard"),
    "lz4": ("lz4", "lz4.frame"),
    "xz": ("lzma",),
}
# Big enough for several chunks, with holes and with bytes that do not compress.
CONTENT = (
    CoreBuilder()
    .thread(7, 11, pc=0x1000)
    .segment(0x10000, bytes(3 << 20) + os.urandom(1 << 18) + bytes(1 << 20) + b"end")
    .build()
)


def without_modules(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No module of this Python unpacks it."""
    for name in MODULES[form]:
        monkeypatch.setitem(sys.modules, name, None)


@pytest.fixture(params=[*COMPRESSED, "zstd by its program", "lz4 by its program"])
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each compression, by the module that unpacks it, or by the program where that is missing."""
    name, _, by_program = str(request.param).partition(" by ")
    if by_program:
        needs.found(name)
        without_modules(name, monkeypatch)
    return name


def write(folder: Path, data: bytes) -> str:
    path = folder / "some file"
    path.write_bytes(data)
    return str(path)


def test_a_plain_core_is_as_it_is(tmp_path: Path) -> None:
    data, warnings, _ = open_core_bytes(write(tmp_path, CONTENT))
    assert (data[:], warnings) == (CONTENT, [])


def test_every_form_gives_the_same_bytes(form: str, tmp_path: Path) -> None:
    data, warnings, _ = open_core_bytes(write(tmp_path, FORMS[form](CONTENT)))
    assert data[:] == CONTENT
    assert warnings == []


def test_streams_one_behind_the_other_are_one(form: str, tmp_path: Path) -> None:
    half = len(CONTENT) // 2
    packed = FORMS[form](CONTENT[:half]) + FORMS[form](CONTENT[half:])
    data, warnings, _ = open_core_bytes(write(tmp_path, packed))
    assert data[:] == CONTENT
    assert warnings == []


def test_a_cut_off_stream_gives_what_came_before_and_a_warning(form: str, tmp_path: Path) -> None:
    packed = FORMS[form](CONTENT)
    with open_core(write(tmp_path, packed[: len(packed) // 2])) as core:
        assert [thread.tid for thread in core.threads] == [7]
        assert any(f"the {form} stream" in warning for warning in core.warnings)


def test_a_stream_of_nothing_is_refused(form: str, tmp_path: Path) -> None:
    for packed in (FORMS[form](b""), FORMS[form](CONTENT)[:12]):
        with pytest.raises(InputError) as caught:
            open_core(write(tmp_path, packed))
        assert "\n" not in str(caught.value)


def test_a_compressed_file_that_is_no_core_is_refused(form: str, tmp_path: Path) -> None:
    for words in (b"hello", b"hello " * 100):
        with pytest.raises(UnsupportedInput, match="not a core file once unpacked: it is a text"):
            open_core(write(tmp_path, FORMS[form](words)))


def test_a_frame_to_be_passed_over_may_come_first(tmp_path: Path) -> None:
    frame = b"\x50\x2a\x4d\x18" + (4).to_bytes(4, "little") + b"size"
    data, warnings, _ = open_core_bytes(write(tmp_path, frame + FORMS["zstd"](CONTENT)))
    assert data[:] == CONTENT
    assert warnings == []


def test_garbage_behind_a_stream_costs_nothing_of_it(form: str, tmp_path: Path) -> None:
    data, warnings, _ = open_core_bytes(write(tmp_path, FORMS[form](CONTENT) + b"garbage" * 9))
    assert data[:] == CONTENT
    assert len(warnings) == 1


def test_what_is_no_core_is_not_unpacked_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compressed_core, "_write_sparse", None)
    with pytest.raises(UnsupportedInput, match="once unpacked"):
        open_core_bytes(write(tmp_path, gzip.compress(bytes(1 << 22))))


def test_a_file_that_cannot_be_read_is_refused_in_one_line() -> None:
    with pytest.raises(AccessError, match=r"/proc/self/mem cannot be read: Input/output error"):
        open_core_bytes("/proc/self/mem")


def test_blocks_of_zeros_take_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    original = core_form._map

    def look(fd: int, path: str) -> object:
        status = os.fstat(fd)
        sizes.append((status.st_size, status.st_blocks * 512))
        return original(fd, path)

    monkeypatch.setattr(core_form, "_map", look)
    content = CONTENT[:4096] + bytes(256 << 20)
    open_core_bytes(write(tmp_path, zstandard.ZstdCompressor().compress(content)))
    assert sizes[0][0] == len(content)
    assert sizes[0][1] < 1 << 20


@pytest.mark.parametrize(
    ("packed_as", "words"),
    [
        ("lz4", "unlz4), or install the program lz4, or pip install 'atfault[lz4]'"),
        ("zstd", "unzstd), or install the program zstd, or pip install 'atfault[zstd]'"),
        ("xz", "unxz), or use a Python that was built with the module for it"),
    ],
)
def test_what_nothing_here_unpacks_is_one_line_that_says_what_to_do(
    packed_as: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, FORMS[packed_as](CONTENT))
    without_modules(packed_as, monkeypatch)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(extras.sys, "version_info", (3, 11))
    with pytest.raises(UnsupportedInput) as caught:
        open_core_bytes(path)
    said = f"{path} is compressed with {packed_as}: unpack it first ({words}"
    assert str(caught.value) == said


def test_an_extra_that_installs_nothing_here_is_not_named() -> None:
    assert extras.command(extras.LZ4, (3, 14)) == "pip install 'atfault[lz4]'"
    assert extras.command(extras.LZ4, (3, 15)) == "" == extras.command(extras.ZSTD, (3, 14))


def test_a_stream_may_not_ask_for_any_amount_of_memory(tmp_path: Path) -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1 << 20}]
    large = bytearray(lzma.compress(CONTENT, filters=filters))
    # The block's header (xz-file-format, 3.1): size, flags, then filter 0x21 with one byte for the
    # dictionary, here 40: 4 GiB less one byte. A CRC32 ends it.
    assert large[12] == 2 and large[14:16] == b"\x21\x01"
    large[16] = 40
    large[20:24] = zlib.crc32(large[12:20]).to_bytes(4, "little")
    with pytest.raises(FormatError, match=r"the xz stream .* limit"):
        open_core_bytes(write(tmp_path, bytes(large)))
    # A frame's header: its descriptor, then the window's size: 2^(10 + 18).
    frame = b"\x28\xb5\x2f\xfd" + bytes([0, 18 << 3]) + bytes(20)
    with pytest.raises(FormatError, match=r"the zstd stream .* memory"):
        open_core_bytes(write(tmp_path, frame))


def test_what_does_not_fit_on_the_disk_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compressed_core, "_DISK_RESERVE", 1 << 62)
    with pytest.raises(InputError, match="TMPDIR"):
        open_core_bytes(write(tmp_path, gzip.compress(CONTENT)))


def test_what_expands_without_end_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compressed_core, "_MAX_EXPANDED", 1 << 20)
    with pytest.raises(UnsupportedInput, match="expands"):
        open_core_bytes(write(tmp_path, gzip.compress(bytes(4 << 20))))


def test_progress_is_told_in_compressed_bytes(tmp_path: Path) -> None:
    path = write(tmp_path, gzip.compress(CONTENT))
    told: list[tuple[int, int]] = []
    open_core_bytes(path, lambda done, total: told.append((done, total)))
    size = os.path.getsize(path)
    assert told[-1] == (size, size)


OBJECT = elf_object([Load(0x1000, b"code", R | X)])


@pytest.mark.parametrize(
    ("data", "error", "text"),
    [
        (b"", FormatError, "is empty"),
        (CONTENT[:40], FormatError, "after 40 bytes"),
        (CONTENT[:100], FormatError, "damaged"),
        (OBJECT, UnsupportedInput, "it is a shared library; .* explain --module"),
        (b"#!/bin/sh\necho\n", UnsupportedInput, "script"),
        (b"just words", UnsupportedInput, "text file"),
        (b"\x00\x01\x02\x03" * 20, UnsupportedInput, "instead of 7f 45 4c 46"),
        (b"BZh91AY", UnsupportedInput, "bunzip2"),
        (b"MDMP" + bytes(60), UnsupportedInput, "minidump"),
        (b"core" + bytes(253) + b"ustar  \0", UnsupportedInput, "tar archive"),
        (lzma.compress(CONTENT, lzma.FORMAT_ALONE), UnsupportedInput, "unlzma"),
        (b"\x02\x21\x4c\x18" + bytes(40), UnsupportedInput, "unlz4"),
        (
            gzip.compress(gzip.compress(CONTENT)),
            UnsupportedInput,
            "once unpacked: it is compressed",
        ),
        (elf_header(4, phnum=0, machine=40), UnsupportedInput, "a core of ARM"),
        (elf_header(4, phnum=0, machine=9999), UnsupportedInput, "9999"),
        (elf_header(4, phnum=0, elf_class=1), UnsupportedInput, "32-bit"),
        (elf_header(4, phnum=0, data=2), UnsupportedInput, "big-endian"),
    ],
)
def test_what_is_no_core_for_us_is_refused_in_one_line_with_its_name(
    data: bytes, error: type[InputError], text: str, tmp_path: Path
) -> None:
    path = write(tmp_path, data)
    with pytest.raises(error, match=text) as caught:
        open_core(path)
    assert path in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 2


def test_directories_pipes_and_missing_files_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnsupportedInput, match="a pipe"):
        open_core(str(tmp_path / "pipe"))
    with pytest.raises(UnsupportedInput, match="a directory"):
        open_core(str(tmp_path))
    with pytest.raises(AccessError, match="no such file"):
        open_core(str(tmp_path / "missing"))
    with pytest.raises(AccessError):
        open_core("nul\0byte")


def test_a_link_that_leads_nowhere_is_said_to_be_one(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("moved/core")
    with pytest.raises(AccessError, match=r"link is a link to moved/core, which does not exist"):
        open_core(str(tmp_path / "link"))


def test_a_core_of_somebody_else_says_how_to_read_it(tmp_path: Path) -> None:
    path = write(tmp_path, CONTENT)
    os.chmod(path, 0)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        with pytest.raises(AccessError, match="sudo"):
            open_core(path)
    finally:
        os.seteuid(user)


def test_no_core_is_left_open(tmp_path: Path) -> None:
    path = write(tmp_path, gzip.compress(CONTENT))
    gc.collect()  # what other tests have left behind is not to be closed in between
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        open_core(path).close()
        with pytest.raises(InputError):
            open_core(write(tmp_path / "..", b"no core"))
    assert len(os.listdir("/proc/self/fd")) == before


@contextlib.contextmanager
def standard_input(fd: int) -> Iterator[None]:
    """`fd` as this process's standard input; it is closed."""
    kept = os.dup(0)
    os.dup2(fd, 0)
    os.close(fd)
    try:
        yield
    finally:
        os.dup2(kept, 0)
        os.close(kept)


def piped(data: bytes) -> int:
    """The reading end of a pipe that data comes through."""
    reading, writing = os.pipe()

    def write_all() -> None:
        with contextlib.suppress(BrokenPipeError), open(writing, "wb") as file:
            file.write(data)

    threading.Thread(target=write_all).start()
    return reading


@pytest.mark.parametrize("packed", [bytes, gzip.compress])
def test_a_core_comes_from_standard_input(packed: Callable[[bytes], bytes], tmp_path: Path) -> None:
    data = packed(CONTENT)
    for fd in (piped(data), os.open(write(tmp_path, data), os.O_RDONLY)):
        with standard_input(fd):
            mapped, warnings, _ = open_core_bytes("-")
        assert (bytes(mapped), warnings) == (CONTENT, [])


def test_what_does_not_fit_is_not_taken_from_standard_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compressed_core, "_DISK_RESERVE", 1 << 60)
    with standard_input(piped(CONTENT)), pytest.raises(InputError, match="standard input does not"):
        open_core("-")


@pytest.mark.parametrize(("data", "why"), [(b"", "standard input is empty"), (b"hello", "no")])
def test_what_is_no_core_on_standard_input_is_refused(data: bytes, why: str) -> None:
    with standard_input(piped(data)), pytest.raises(InputError, match=why):
        open_core("-")


def apport_report(core: bytes, packed: Callable[[bytes], bytes] = gzip.compress) -> bytes:
    """As problem_report.py writes it: a core last, in pieces."""
    stream = packed(core)
    pieces = [stream[:10], *(stream[at : at + 1000] for at in range(10, len(stream), 1000))]
    lines = [b" " + base64.b64encode(piece) + b"\n" for piece in pieces]
    head = b"ProblemType: Crash\nDate: Tue Nov 24 03:12:45 2026\nSignal: 11\nProcMaps:\n 00 x\n"
    return head + b"CoreDump: base64\n" + b"".join(lines)


@pytest.mark.parametrize("packed", [gzip.compress, zstandard.compress, bytes])
def test_the_core_in_a_report_of_apport_is_read(
    packed: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    mapped, warnings, _ = open_core_bytes(write(tmp_path, apport_report(CONTENT, packed)))
    assert (bytes(mapped), warnings) == (CONTENT, [])


@pytest.mark.parametrize(
    "damage",
    [
        lambda report: report[: report.index(b"CoreDump")],
        lambda report: report.replace(b"base64\n ", b"base64\n =A"),
        lambda report: report[: report.index(b"base64\n") + 7],
        lambda report: apport_report(apport_report(CONTENT)),
    ],
)
def test_a_damaged_report_of_apport_is_refused_in_one_line(
    damage: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    with pytest.raises(InputError) as caught:
        open_core_bytes(write(tmp_path, damage(apport_report(CONTENT))))
    assert "\n" not in str(caught.value)

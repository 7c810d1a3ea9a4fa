"""Unwind rows of real libraries, compared with `readelf --debug-dump=frames-interp`."""

from __future__ import annotations

import glob
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

elffile = pytest.importorskip("elftools.elf.elffile", reason="needs pyelftools")

from atfault.formats import cfi_program as program  # noqa: E402
from atfault.formats.cfi import FrameTable  # noqa: E402
from support import needs  # noqa: E402

NAMES = ["rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp"]
NAMES += [f"r{number}" for number in range(8, 16)] + ["ra"]
FDE = re.compile(r"^\S+ \S+ \S+ FDE .*pc=([0-9a-f]+)\.\.([0-9a-f]+)")


class Image:
    """A file's loaded sections as memory at their virtual addresses."""

    def __init__(self, path: str) -> None:
        self.sections: list[tuple[int, bytes]] = []
        self.header = 0
        with open(path, "rb") as file:
            for section in elffile.ELFFile(file).iter_sections():
                if section.name in (".eh_frame", ".eh_frame_hdr"):
                    self.sections.append((section["sh_addr"], section.data()))
                    if section.name == ".eh_frame_hdr":
                        self.header = section["sh_addr"]
                    else:
                        self.section = section["sh_addr"], section["sh_size"]

    def read_upto(self, address: int, size: int) -> bytes:
        for start, data in self.sections:
            if start <= address < start + len(data):
                return data[address - start : address - start + size]
        return b""

    def read(self, address: int, size: int) -> bytes:
        data = self.read_upto(address, size)
        assert len(data) == size, hex(address)
        return data


def readelf_rows(path: str) -> list[tuple[int, int, int, dict[str, str]]]:
    """(pc, FDE start, FDE end, {column: text}) of each line that readelf interprets."""
    text = subprocess.run(
        ["readelf", "--debug-dump=frames-interp", path], capture_output=True, text=True
    ).stdout  # its exit status is 1 for warnings as well
    rows = []
    columns: list[str] = []
    start = end = None
    for line in text.splitlines():
        if match := FDE.match(line):
            start, end = (int(x, 16) for x in match.groups())
        elif " CIE " in line or line.startswith("Contents of"):
            start = None
        elif line.lstrip().startswith("LOC "):
            columns = line.split()[1:]
        elif start is not None and columns and re.match(r"^[0-9a-f]{16} ", line):
            pc, *cells = re.sub(r"\(\w+\)", "", line).split()
            assert end is not None
            rows.append((int(pc, 16), start, end, dict(zip(columns, cells))))
        elif not line.strip():
            columns = []
    return rows


def as_readelf(row: program.Row, column: str) -> str:
    if column == "CFA":
        if row.cfa_register < 0:
            return "exp"
        return f"{NAMES[row.cfa_register]}{row.cfa_offset:+d}"
    kind, value = row.rules.get(NAMES.index(column), (None, 0))
    return {
        program.OFFSET: lambda: f"c{value:+d}",
        program.VAL_OFFSET: lambda: f"v{value:+d}",
        program.EXPRESSION: lambda: "exp",
        program.VAL_EXPRESSION: lambda: "vexp",
        program.REGISTER: lambda: f"r{value}",
        program.SAME_VALUE: lambda: "s",
    }.get(kind, lambda: "u")()


def library(pattern: str) -> str:
    for found in sorted(glob.glob(pattern)):
        return found
    pytest.skip(f"this machine has no {pattern}")


LIBC = "/lib/x86_64-linux-gnu/libc.so.6"
LIBSTDCXX = "/usr/lib/x86_64-linux-gnu/libstdc++.so.6"
LIBPYTHON = f"{sysconfig.get_config_var('LIBDIR')}/{sysconfig.get_config_var('LDLIBRARY')}"


@pytest.mark.representative("unwind tables", only=(LIBC,))
@pytest.mark.parametrize("path", [LIBC, LIBSTDCXX, LIBPYTHON, "/lib64/ld-linux-x86-64.so.2"])
def test_every_row_equals_readelf(path: str) -> None:
    needs.found("readelf")
    path = library(str(Path(path).resolve()))
    image = Image(path)
    table = FrameTable(image, image.header, *image.section)
    linear = FrameTable(image, 0, *image.section)
    rows = readelf_rows(path)
    assert len(rows) > 100
    wrong = []
    for number, (pc, start, end, cells) in enumerate(rows):
        last_of_pc = number + 1 == len(rows) or rows[number + 1][0] != pc
        if not last_of_pc or not start <= pc < end:
            continue
        fde = table.find(pc)
        assert fde is not None and fde.start == start, hex(pc)
        if number % 16 == 0:
            assert linear.find(pc) == fde
        row = fde.row(pc)
        ours = {column: as_readelf(row, column) for column in cells}
        if ours != cells:
            wrong.append((hex(pc), ours, cells))
    assert not wrong, wrong[:5]


@pytest.mark.newest
def test_the_search_table_of_a_large_library_finds_each_function() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    image = Image(str(Path(torch.__file__).parent / "lib" / "libtorch_python.so"))
    table = FrameTable(image, image.header)
    linear = FrameTable(image, image.header)
    linear._read_header()
    starts, _ = linear._walk()
    for start in starts[:: len(starts) // 500]:
        fde = table.find(start)
        assert fde is not None and fde.start == start

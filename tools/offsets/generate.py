"""Write a column of src/atfault/cpython/offsets/layouts.txt: where one release has its fields.

    python tools/offsets/generate.py [--free-threaded] [--jit] [--since 3.N.M] INCLUDE_DIR...
    python tools/offsets/generate.py --compare [--free-threaded] [--jit] INCLUDE_DIR...

INCLUDE_DIR is the folder of Python.h of one interpreter (`sysconfig.get_path("include")`), with the
internal headers in it. The fields wanted are listed in fields.txt; a C program built from it prints
`offsetof` and `sizeof` as the compiler sees them, so nothing is counted by hand.

The column that holds for that release is written anew, the others stay. Where a field moved with a
patch release, --since names the first one that has it elsewhere, and begins a column. --compare
writes nothing, and says what differs from the column that holds today.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from typing import NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))
OUTPUT = os.path.normpath(
    os.path.join(HERE, "..", "..", "src", "atfault", "cpython", "offsets", "layouts.txt")
)
NEWEST = 99
CONSTANT = "constant"
"""Stands for the structure in the rows of the constants."""
ABSENT = "-"

Values = dict[tuple[str, str], int]
"""(structure or CONSTANT, field) → value."""

_RANGE = re.compile(r"3\.(\d+)(?:(\+)|-3\.(\d+))?:\s*")

_PROLOGUE = """\
#define Py_BUILD_CORE 1
#define NEEDS_PY_IDENTIFIER 1
#include <Python.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
"""

_HELPERS = """\
static void put(const char *kind, const char *owner, const char *name, long long value)
{
    printf("%s %s %s %lld\\n", kind, owner, name, value);
}

static void put_bits(const char *owner, const char *name, const unsigned char *word, int masked)
{
    unsigned int bits;
    char key[200];
    memcpy(&bits, word, sizeof bits);
    int shift = bits ? __builtin_ctz(bits) : 0;
    snprintf(key, sizeof key, "%s_shift", name);
    put("field", owner, key, shift);
    if (masked) {
        snprintf(key, sizeof key, "%s_mask", name);
        put("field", owner, key, bits >> shift);
    }
}
"""


class Layout:
    """What fields.txt asks for in one minor version."""

    def __init__(self) -> None:
        self.headers: list[str] = []
        self.structs: dict[str, tuple[str, list[str]]] = {}
        """name → (C type, field specifications)."""
        self.constants: list[str] = []


def in_range(line: str, minor: int, free_threaded: bool) -> tuple[bool, str]:
    """(whether the line's leading range, if any, covers this build, the rest of the line)."""
    for prefix, wanted in (("gil: ", not free_threaded), ("t: ", free_threaded)):
        if line.startswith(prefix):
            return wanted, line[len(prefix) :]
    match = _RANGE.match(line)
    if not match:
        return True, line
    low = int(match.group(1))
    high = NEWEST if match.group(2) else int(match.group(3) or low)
    return low <= minor <= high, line[match.end() :]


def parse_fields(text: str, minor: int, free_threaded: bool) -> Layout:
    """Read fields.txt for one build."""
    layout = Layout()
    section, fields = "", None
    for raw in text.splitlines():
        wanted, line = in_range(raw.strip(), minor, free_threaded)
        if not line or line.startswith("#"):
            continue
        if line.startswith("@struct"):
            name, _, ctype = line[len("@struct") :].partition("=")
            section, fields = "struct", None
            if wanted:
                fields = layout.structs.setdefault(name.strip(), ((ctype or name).strip(), []))[1]
        elif line.startswith("@"):
            section = line[1:]
        elif not wanted:
            continue
        elif section == "headers":
            layout.headers.append(line)
        elif section == "constants":
            layout.constants.append(line)
        elif fields is not None:
            fields += line.split()
    return layout


def c_program(layout: Layout) -> str:
    """The C program that prints the layout."""
    lines = [_PROLOGUE]
    lines += [f"#include <{header}>" for header in layout.headers]
    lines += ['#include "private_structs.h"', _HELPERS, "int main(void)", "{"]
    for name, (ctype, fields) in layout.structs.items():
        lines.append(f'    put("field", "{name}", "sizeof", (long long)sizeof({ctype}));')
        for field in fields:
            lines += field_lines(name, ctype, field)
    for constant in layout.constants:
        name, _, expression = constant.partition("=")
        lines.append(f'    put("constant", "-", "{name}", (long long)({expression or name}));')
    lines += ["    return 0;", "}", ""]
    return "\n".join(lines)


def field_lines(name: str, ctype: str, field: str) -> list[str]:
    """C statements for one field specification."""
    path, _, kind = field.partition(":")
    if kind:
        word = path.rpartition(".")[0]
        return [
            f"    {{ {ctype} o; memset(&o, 0, sizeof o); o.{path} = ~0;",
            f'      put_bits("{name}", "{path}", (unsigned char *)&o.{word},'
            f" {int(kind == 'bits')}); }}",
        ]
    alias, _, path = field.partition("=")
    path = path or alias
    return [f'    put("field", "{name}", "{alias}", (long long)offsetof({ctype}, {path}));']


def release_of(include: str) -> tuple[int, int]:
    """(minor, micro) of the headers."""
    with open(os.path.join(include, "patchlevel.h"), encoding="utf-8") as file:
        text = file.read()
    found = []
    for name in ("MINOR", "MICRO"):
        match = re.search(rf"#define\s+PY_{name}_VERSION\s+(\d+)", text)
        if match is None:
            raise SystemExit(f"{include}: patchlevel.h names no PY_{name}_VERSION")
        found.append(int(match.group(1)))
    return found[0], found[1]


def run_c(source: str, include: str, compiler: str, defines: list[str]) -> str:
    """Compile and run; what it printed."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "layout.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        program = os.path.join(folder, "layout")
        # Inline functions of the headers refer to symbols of libpython, which nothing here calls:
        # linked statically, they may stay unresolved.
        command = [compiler, "-w", "-O2", "-static", "-Wl,--unresolved-symbols=ignore-all"]
        command += ["-DNDEBUG", *(f"-D{define}" for define in defines)]
        command += [f"-I{include}", f"-I{include}/internal", f"-I{HERE}"]
        command += [f"-idirafter{os.path.dirname(include)}", path, "-o", program]
        subprocess.run(command, check=True)
        return subprocess.run([program], check=True, capture_output=True, text=True).stdout


def values_of(output: str) -> Values:
    """What the C program printed."""
    values: Values = {}
    for line in output.splitlines():
        kind, owner, name, value = line.split()
        values[CONSTANT if kind == "constant" else owner, name] = int(value)
    return values


def rows_of(text: str) -> list[tuple[str, str]]:
    """The rows of the table in the order of fields.txt: of all versions and builds."""
    structs: dict[str, list[str]] = {}
    names: list[str] = []
    for raw in text.splitlines():
        line = _RANGE.sub("", re.sub(r"^(gil|t): ", "", raw.strip()), count=1)
        if line.startswith("@"):
            kind, _, rest = line[1:].partition(" ")
            names = []
            if kind == "struct":
                names = structs.setdefault(rest.partition("=")[0].strip(), ["sizeof"])
            elif kind == "constants":
                names = structs.setdefault(CONSTANT, [])
        elif line and not line.startswith("#"):
            names += line.split()
    rows: dict[tuple[str, str], None] = {}
    for owner, fields in structs.items():
        for field in fields:
            path, _, kind = field.partition(":")
            name = path.partition("=")[0]
            endings = {"": [""], "bit": ["_shift"], "bits": ["_shift", "_mask"]}[kind]
            rows.update(((owner, name + ending), None) for ending in endings)
    return list(rows)


class Column(NamedTuple):
    """One layout."""

    since: str
    """The first release that is known to have it, "3.14.10t" of a free-threaded build, "3.15.0j" of
    one with the JIT compiler."""
    headers: str
    """The release whose headers say so."""
    values: Values

    @property
    def key(self) -> tuple[int, bool, int, bool]:
        """(minor, whether free-threaded, micro, whether with the JIT compiler)."""
        _, minor, micro = self.since.rstrip("tj").split(".")
        return int(minor), "t" in self.since, int(micro), "j" in self.since


def read_table(text: str) -> list[Column]:
    """The columns of a table."""
    lines = [line.split() for line in text.splitlines() if line and line[0] != "#"]
    columns = []
    for at in range(1, len(lines[0])):
        values = {
            (line[0], line[1]): int(line[at + 1]) for line in lines[2:] if line[at + 1] != ABSENT
        }
        columns.append(Column(lines[0][at], lines[1][at], values))
    return columns


def holding(columns: list[Column], minor: int, micro: int, build: str) -> Column | None:
    """The column that holds for a release; None when there is none of its minor version and kind
    of build ("", "t", "j", "tj")."""
    found = [one for one in columns if one.key[0] == minor and one.key[2] <= micro]
    found = [one for one in found if one.since.lstrip("0123456789.") == build]
    return max(found, key=lambda one: one.key, default=None)


_HEAD = """\
# Where fields lie in the structures of CPython on 64-bit Linux: bytes from the start of each, "-"
# where it has none. Written by tools/offsets/generate.py; do not edit.
#
# since: the first release that is known to have the layout, which holds up to the next column of
# its minor version; t: of free-threaded builds; j: with the JIT compiler, where that differs.
# headers: the release that it was taken from.
"""


def render(columns: list[Column], rows: list[tuple[str, str]]) -> str:
    """The table."""
    columns = sorted(columns, key=lambda one: one.key)
    table = [
        ["since", "", *(one.since for one in columns)],
        ["headers", "", *(one.headers for one in columns)],
    ]
    for row in rows:
        table.append([*row, *(str(one.values.get(row, ABSENT)) for one in columns)])
    widths = [max(map(len, cells)) for cells in zip(*table)]
    lines = ["  ".join(map(str.ljust, cells, widths)).rstrip() for cells in table]
    return _HEAD + "\n".join(lines) + "\n"


def differences(old: Column, new: Column) -> list[str]:
    """A line for each value that is another."""
    lines = []
    for row in sorted(old.values.keys() | new.values.keys()):
        before, after = old.values.get(row, ABSENT), new.values.get(row, ABSENT)
        if before != after:
            lines.append(f"{new.since}: {'.'.join(row)} is {after}, of {old.since} {before}")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("include", nargs="+", help="folder of Python.h of one interpreter")
    parser.add_argument(
        "--free-threaded",
        action="store_true",
        help="as if the headers were configured with --disable-gil",
    )
    parser.add_argument(
        "--jit", action="store_true", help="as if they were for --enable-experimental-jit"
    )
    parser.add_argument("--since", metavar="3.N.M", help="begin a column with this release")
    parser.add_argument("--compare", action="store_true", help="write nothing, say what differs")
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"), help="C compiler")
    parser.add_argument("--output", default=OUTPUT, help="the table to write")
    arguments = parser.parse_args()
    with open(os.path.join(HERE, "fields.txt"), encoding="utf-8") as file:
        fields = file.read()
    with open(arguments.output, encoding="utf-8") as file:
        columns = read_table(file.read())
    free_threaded = arguments.free_threaded
    build = "t" * free_threaded + "j" * arguments.jit
    for include in arguments.include:
        minor, micro = release_of(include)
        program = c_program(parse_fields(fields, minor, free_threaded))
        defines = ["Py_GIL_DISABLED=1"] if free_threaded else []
        defines += ["_Py_TIER2=3", "_Py_JIT=1"] if arguments.jit else []
        values = values_of(run_c(program, include, arguments.cc, defines))
        release = f"3.{minor}.{micro}"
        old = holding(columns, minor, micro, build)
        if arguments.compare:
            if old is None:
                print(f"{release}{build}: no column holds for it")
            else:
                print(*differences(old, Column(release + build, release, values)), sep="\n")
            continue
        since = f"3.{minor}.0{build}" if old is None else old.since
        if arguments.since:
            since = arguments.since.rstrip("tj") + build
        new = Column(since, release, values)
        columns = [one for one in columns if one.since != since] + [new]
        print(f"{since}: from {include}")
    if not arguments.compare:
        with open(arguments.output, "w", encoding="utf-8") as file:
            file.write(render(columns, rows_of(fields)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

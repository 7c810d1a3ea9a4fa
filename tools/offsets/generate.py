"""Write src/atfault/cpython/offsets/v3_N.py: how one minor version lays out its structures.

    python tools/offsets/generate.py [--free-threaded] INCLUDE_DIR...

INCLUDE_DIR is the folder of Python.h of one interpreter (`sysconfig.get_path("include")`), with the
internal headers in it. The fields wanted are listed in fields.txt; a C program built from it prints
`offsetof` and `sizeof` as the compiler sees them, so nothing is counted by hand.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
OUTPUT = os.path.join(HERE, "..", "..", "src", "atfault", "cpython", "offsets")
NEWEST = 99

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


def minor_of(include: str) -> int:
    with open(os.path.join(include, "patchlevel.h"), encoding="utf-8") as file:
        text = file.read()
    match = re.search(r"#define\s+PY_MINOR_VERSION\s+(\d+)", text)
    if match is None:
        raise SystemExit(f"{include}: patchlevel.h names no PY_MINOR_VERSION")
    return int(match.group(1))


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


def render(minor: int, output: str, free_threaded: bool) -> str:
    """The Python module."""
    structs: dict[str, dict[str, int]] = {}
    constants: dict[str, int] = {}
    for line in output.splitlines():
        kind, owner, name, value = line.split()
        if kind == "field":
            structs.setdefault(owner, {})[name] = int(value)
        else:
            constants[name] = int(value)
    version = constants["PY_VERSION_HEX"] >> 8
    release = f"{version >> 16}.{version >> 8 & 255}.{version & 255}"
    build = " free-threaded" if free_threaded else ""
    lines = [
        f'"""Layout of{build} CPython 3.{minor} on 64-bit Linux, from the headers of {release}.',
        "",
        'Generated by tools/offsets/generate.py; do not edit."""',
        "",
        "STRUCTS: dict[str, dict[str, int]] = {",
    ]
    for struct_name, fields in structs.items():
        lines.append(f'    "{struct_name}": {{')
        lines += [f'        "{name}": {offset},' for name, offset in fields.items()]
        lines.append("    },")
    lines += ["}", "", "CONSTANTS: dict[str, int] = {"]
    lines += [f'    "{name}": {value},' for name, value in constants.items()]
    lines += ["}", ""]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("include", nargs="+", help="folder of Python.h of one interpreter")
    parser.add_argument(
        "--free-threaded",
        action="store_true",
        help="as if the headers were configured with --disable-gil; writes v3_Nt.py",
    )
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"), help="C compiler")
    parser.add_argument("--output", default=OUTPUT, help="folder to write v3_N.py into")
    arguments = parser.parse_args()
    with open(os.path.join(HERE, "fields.txt"), encoding="utf-8") as file:
        fields = file.read()
    for include in arguments.include:
        minor = minor_of(include)
        program = c_program(parse_fields(fields, minor, arguments.free_threaded))
        defines = ["Py_GIL_DISABLED=1"] if arguments.free_threaded else []
        output = run_c(program, include, arguments.cc, defines)
        suffix = "t" if arguments.free_threaded else ""
        target = os.path.join(arguments.output, f"v3_{minor}{suffix}.py")
        with open(target, "w", encoding="utf-8") as file:
            file.write(render(minor, output, arguments.free_threaded))
        print(os.path.normpath(target))
    return 0


if __name__ == "__main__":
    sys.exit(main())

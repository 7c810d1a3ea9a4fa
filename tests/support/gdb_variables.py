"""Variables of compiled frames of a core as gdb sees them: the oracle for jit_variables."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

SCRIPT = """
import gdb, json
def leaves(value, path):
    kind = value.type.strip_typedefs()
    if kind.code == gdb.TYPE_CODE_STRUCT:
        for field in kind.fields():
            yield from leaves(value[field], path + "." + field.name)
    elif kind.code == gdb.TYPE_CODE_ARRAY:
        low, high = kind.range()
        for index in range(low, min(high + 1, 64)):
            yield from leaves(value[index], path + "[%d]" % index)
    elif not value.is_optimized_out:
        try:
            yield path, format(value)
        except gdb.error as error:
            if "optimized out" in str(error) or "not saved" in str(error):
                yield path, None
            else:
                yield path, "error: %s" % error
    else:
        yield path, None
def format(value):
    # Whatever the type is called: the bytes of an integer, a float or a pointer.
    size, code = value.type.sizeof, value.type.strip_typedefs().code
    if size == 1 and code not in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_CHAR):
        # Numba calls a bool a float of one byte, with which gdb can do nothing.
        if value.address is None:
            return "unreadable"
        return bytes(gdb.selected_inferior().read_memory(int(value.address), 1)).hex()
    if code == gdb.TYPE_CODE_FLT:
        import struct
        return struct.pack({4: "<f", 8: "<d"}[size], float(value)).hex()
    return (int(value) & ((1 << 8 * size) - 1)).to_bytes(size, "little").hex()
out = []
frame = gdb.newest_frame()
while frame is not None:
    table = frame.find_sal().symtab
    if table is not None and table.filename.endswith(PROGRAM):
        found = {}
        block = frame.block()
        while block is not None:
            for symbol in block:
                if symbol.is_variable or symbol.is_argument:
                    try:
                        found[symbol.name] = dict(leaves(symbol.value(frame), ""))
                    except gdb.error as error:
                        found[symbol.name] = {"": "error: %s" % error}
            if block.function is not None:
                break
            block = block.superblock
        out.append([frame.pc(), found])
    try:
        frame = frame.older()
    except gdb.error:
        break
print("JSON" + json.dumps(out))
"""


def gdb_variables(core: str, executable: str, program: str, scratch: Path) -> dict:
    """pc → {variable: {path of a leaf (".data", ".shape[0]"): its bytes in hex, None where it was
    optimised out, or "error: …"}} of the frames whose source file is called `program`."""
    script = scratch / "variables.py"
    script.write_text(f"PROGRAM = {program!r}\n{SCRIPT}")
    done = subprocess.run(
        ["gdb", "-q", "-batch", "-nx", "-iex", "set debuginfod enabled off"]
        + ["-ex", f"source {script}", executable, core],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    line = next((one for one in done.stdout.splitlines() if one.startswith("JSON")), None)
    assert line is not None, done.stdout[-2000:] + done.stderr[-3000:]
    return dict(json.loads(line[4:]))

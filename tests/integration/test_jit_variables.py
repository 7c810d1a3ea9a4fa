"""Variables of compiled frames in real cores: against gdb's, and against what the program put
there (`jit_variables_program.py`), without optimisation and with."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from atfault.analyze.live import look_into
from atfault.analyze.process import analyze_core
from atfault.formats.dwarf_location import FrameContext
from atfault.model.report import FrameReport, Report
from atfault.native.jit import JitRegistry
from atfault.native.jit_variables import DebugType, FrameVariables, JitVariables, RawVariable
from atfault.native.modules import load_modules
from atfault.native.unwind import Unwinder
from atfault.options import Options
from atfault.snapshot.core import open_core
from atfault.snapshot.target import Target
from support import needs
from support.core_files import allow_core, require_core_files
from support.gdb_variables import gdb_variables

pytestmark = [
    needs.module("numba"),
    pytest.mark.newest,
    pytest.mark.slow,
]
PROGRAM = os.path.join(os.path.dirname(__file__), "jit_variables_program.py")
PLAIN = {"NUMBA_OPT": "0", "NUMBA_EXTEND_VARIABLE_LIFETIMES": "1"}
GDB = needs.program("gdb")
FEWEST_FUNCTIONS = 26


class Stopped(NamedTuple):
    core: str
    optimised: bool


@pytest.fixture(scope="module", params=["plain", "optimised"])
def stopped(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stopped]:
    require_core_files()
    settings = {"NUMBA_DEBUGINFO": "1", **(PLAIN if request.param == "plain" else {})}
    folder = tmp_path_factory.mktemp("jit")
    done = subprocess.run(
        [sys.executable, PROGRAM],
        cwd=folder,
        env={**os.environ, **settings},
        preexec_fn=allow_core,
        capture_output=True,
        timeout=250,
    )
    cores = list(folder.glob("core*"))
    assert cores, (done.returncode, done.stderr[-2000:])
    yield Stopped(str(cores[0]), request.param == "optimised")
    shutil.rmtree(folder, ignore_errors=True)


def leaves(kind: DebugType, offset: int = 0, path: str = "") -> Iterator[tuple[str, int, int]]:
    """(path, offset, size) of the parts of a value that are no structures, by DWARF's offsets."""
    if kind.kind == "struct":
        for name, at, member in kind.members:
            yield from leaves(member, offset + at, f"{path}.{name}")
    elif kind.kind == "array" and kind.element is not None:
        for index in range(min(kind.length, 64)):
            place = offset + index * kind.element.size
            yield from leaves(kind.element, place, f"{path}[{index}]")
    else:
        yield path, offset, kind.size


def variables_by_pc(core: str) -> dict[int, tuple[FrameVariables, ...]]:
    with open_core(core) as snapshot:
        modules = load_modules(snapshot)
        jit = JitRegistry(snapshot, modules)
        unwinder = Unwinder(snapshot, modules, jit)
        thread = snapshot.threads[0]
        found = {}
        for depth, frame in enumerate(unwinder.unwind(thread).frames):
            item = jit.find(frame.pc - 1) if frame.is_jit else None
            if item is not None and any(s.name == ".debug_info" for s in item.sections):
                registers = tuple(unwinder.registers_in(thread, depth))
                context = FrameContext(registers, snapshot.memory, frame.cfa)
                found[frame.pc] = JitVariables(item).at(frame.pc - 1, context)
        return found


def compared(one: RawVariable, theirs: dict[str, Any]) -> Iterator[str]:
    """ "same", "gone" in both, "less" than gdb has, or what differs: of each part.

    gdb takes the registers that a call may change as if they had been kept, and elements of arrays
    that are gone for zeros."""
    for path, offset, size in leaves(one.type):
        expected = theirs.get(path, theirs.get("", "missing"))
        lost = any(low < offset + size and high > offset for low, high in one.value.gaps)
        ours = None if lost else one.value.data[offset : offset + size].hex()
        if ours == expected:
            yield "gone" if ours is None else "same"
        elif ours is None:
            yield "less"
        elif expected != "unreadable":
            yield f"{one.name}{path}: {ours}, gdb {expected}"


@GDB
def test_every_part_that_is_read_is_what_gdb_reads(stopped: Stopped, tmp_path: Any) -> None:
    gdb = gdb_variables(stopped.core, sys.executable, os.path.basename(PROGRAM), tmp_path)
    counts: Counter[str] = Counter()
    functions = set()
    for pc, found in variables_by_pc(stopped.core).items():
        for function in found if pc in gdb else ():
            functions.add(function.function)
            for one in function.variables:
                if one.name in gdb[pc]:  # gdb leaves out what the optimiser made a constant
                    counts.update(compared(one, gdb[pc][one.name]))
    assert len(functions) >= FEWEST_FUNCTIONS
    assert set(counts) <= {"same", "gone", "less"}, counts
    if stopped.optimised:
        assert counts["same"] > max(60, counts["less"])  # how much is left depends on the CPU
    else:
        assert set(counts) == {"same"}
        assert counts["same"] > 200


def compiled_frames(report: Report) -> dict[str, FrameReport]:
    """By the function's plain name, of the thread that crashed."""
    frames = [frame for frame in report.threads[0].frames if frame.kind == "jit" and frame.locals]
    return {re.split(r"[(\[<]", frame.function)[0]: frame for frame in frames}


ARRAY = " at 0x…, mapped"
VALUES = {
    "integers": {"a": "3", "b": "-5", "c": "2995"},
    "narrow": {
        **{"a": "-3", "b": "-300", "c": "200", "d": "60000"},
        **{"e": "-70000", "f": "4000000000", "g": "18000000000000000000"},
    },
    "floats": {"a": "1.5", "b": "0.25", "c": "0.375"},
    "booleans": {"flag": "True", "large": "True", "small": "False (or not set here)"},
    "complexes": {"z": "(1+2j)", "w": "(3-4j)", "v": "(-3+4j)"},
    "same_tuples": {"pair": "(1, -2)", "triple": "(1.5, 2.5, 3.5)", "swapped": "(-2, 1)"},
    "mixed_tuples": {"pair": "(1, 2.5)", "flagged": "(True, 7)", "made": "(3, 4.5, 5)"},
    "nested_tuples": {"outer": "((1, 2), (3.5, True))", "inner": "(3.5, True)"},
    "named_tuples": {"p": "Point(3, 4)", "q": "Point(1, 2.5)"},
    "vector": {"a": f"float64[5] [0, 1, 2, 3, 4]{ARRAY}", "n": "5"},
    "matrix": {"a": f"int32[2, 3] [[0, 1, 2], [3, 4, 5]]{ARRAY}"},
    "fortran": {"a": f"float64[2, 3] [[0, 1, 2], [3, 4, 5]]{ARRAY}, strides (8, 16)"},
    "cubes": {
        "a": f"float64[2, 3, 4]{ARRAY}",
        "b": f"float64[2, 2, 2]{ARRAY}, strides (96, 64, 8)",
    },
    "slices": {
        "every_other": f"float64[4] [1, 3, 5, 7]{ARRAY}, strides (16,)",
        "backwards": f"float64[10]{ARRAY}, strides (-8,)",
    },
    "readonly": {"a": f"uint8[3] [1, 2, 3]{ARRAY}"},
    "records": {
        "table": f"structured(n, v, s)[2]{ARRAY}: (n=1, v=2.5, s=b'ab'), (n=3, v=4.5, s=b'c')",
        "row": "(n=3, v=4.5, s=b'c') at 0x…",
    },
    "other_elements": {"flags": f"bool[3] [True, False, True]{ARRAY}"},
    "typed_lists": {"numbers": "[1, 2, 3]", "weights": "[1.5]"},
    "reflected_lists": {"found": "[4, 5, 6]"},
    "dicts": {"table": "{…}, 1 entries"},
    "texts": {"a": "'grüße'", "b": "'x'", "c": "'grüßex'"},
    "optionals": {"found$2": "6", "missing$2": "None"},
    "others": {
        "day": "datetime64[D](20455)",
        "span": "timedelta64[s](90)",
        "colour": "Colour(2)",
    },
    "instances": {"store": f"Store(size=3, cells=float64[3] [1, 1, 1]{ARRAY})"},
    "loops": {"total$1": "6"},
    "branches": {"a": f"int64[4] [0, 1, 2, 3]{ARRAY}", "n": "2", "half$2": "3"},
    "along": {"row": f"float64[4] [0, 1, 2, 3]{ARRAY}"},
    "in_parallel": {"a": f"float64[8] [0, 2, 4, 6, 8, 10, 12, 14]{ARRAY}"},
}


def test_values_are_those_of_the_program(stopped: Stopped) -> None:
    frames = compiled_frames(analyze_core(stopped.core))
    shown = 0
    for function, expected in VALUES.items():
        locals_ = {
            one.name: re.sub(r"0x[0-9a-f]+", "0x…", one.value) for one in frames[function].locals
        }
        for name, value in expected.items():
            if not stopped.optimised:
                assert locals_.get(name) == value, (function, name)
            elif not is_doubtful(locals_.get(name, "<gone>")):
                assert locals_[name] == value, (function, name)
                shown += 1
    assert shown >= 8 or not stopped.optimised  # LLVM 14 (Numba 0.60) keeps fewer than LLVM 20


def is_doubtful(text: str) -> bool:
    """Whether a value is said to be gone, in part or as a whole, or perhaps not to be one."""
    return any(word in text for word in ("<", "not set here", "the rest is"))


SPIN = """\
import numpy as np
from numba import njit

@njit(debug=True)
def spin(grid, goal):
    step = 7
    while grid[1] < goal:
        step += 1
    return step

spin(np.arange(3.0), 1e12)
"""


def test_a_running_process_shows_them_too(tmp_path: Any) -> None:
    values = values_in_running(tmp_path, SPIN, PLAIN)
    assert values["goal"] == "1000000000000.0"
    assert values["grid"].startswith("float64[3] [0, 1, 2] at ")


RELAX = """\
import numpy as np
from numba import njit

@njit(debug=True)
def spin(values, factor):
    total = 0.5
    scale = factor * 3.0
    while total > 0.0:
        for i in range(values.shape[0]):
            total = total * 0.999999 + values[i] * scale
    return total

spin(np.ones(1000), 2.0)
"""
LIMIT = 6.0e6
"""That its total comes near to."""


def test_a_running_process_shows_floats_that_are_in_vector_registers(tmp_path: Any) -> None:
    values = values_in_running(tmp_path, RELAX, {}, lambda values: "total$2" in values)
    assert 0.9 * LIMIT < float(values["total$2"]) <= LIMIT


def values_in_running(
    folder: Any,
    source: str,
    settings: dict[str, str],
    has_all: Callable[[dict[str, str]], bool] = lambda values: True,
) -> dict[str, str]:
    """Those of `spin`, looked at until it is there and shows what is wanted."""
    script = folder / "spin.py"
    script.write_text(source)
    values: dict[str, str] = {}
    with subprocess.Popen([sys.executable, str(script)], env={**os.environ, **settings}) as process:
        try:
            deadline = time.monotonic() + 120
            while time.monotonic() < deadline:
                frame = compiled_frames(seen(process.pid)).get("spin")
                values = {one.name: one.value for one in frame.locals or ()} if frame else {}
                if frame is not None and has_all(values):
                    break
                time.sleep(0.5)
        finally:
            process.kill()
    return values


def seen(pid: int) -> Report:
    with Target(pid) as target:
        return look_into(target, Options()).report

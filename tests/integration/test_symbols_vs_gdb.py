"""Names, source lines and inlined frames of real cores, frame by frame against gdb."""

from __future__ import annotations

import os
import subprocess
from functools import cache

import pytest

from atfault.model.stacks import NativeFrame, NativeStack
from atfault.native.jit import JitRegistry
from atfault.native.modules import load_modules
from atfault.native.symbolize import symbolize
from atfault.native.unwind import Unwinder
from atfault.snapshot.core import open_core
from support import programs
from support.cores import Core, interpreter, labels, make_core, shared_library
from support.gdb_lines import GdbLine, gdb_lines

EVERY = labels(
    "3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "debian", "3.14", "3.15", "sid", "trixie"
)

INLINE_LIBRARY = r"""
#include <vector>
#define INLINE inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))
namespace outer {
template <class T> struct Box {
    T *data;
    INLINE T get(long i) const { return data[i]; }
};
static INLINE int twice(const Box<int> &box, long i) { return 2 * box.get(i); }
template <class T> NOINLINE int work(const Box<T> &box, long i) {
    auto step = [&](long k) { return twice(box, k) + 1; };
    int sum = step(i);
    return sum + (int)i;
}
}
extern "C" NOINLINE int crash(long i) {
    outer::Box<int> box{nullptr};
    return outer::work(box, i) + 3;
}
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def symbolized(core: Core, lines: bool = True) -> tuple[dict[int, NativeStack], list[str]]:
    with open_core(core.path, sysroot=core.sysroot) as snapshot:
        modules = load_modules(snapshot)
        jit = JitRegistry(snapshot, modules)
        unwinder = Unwinder(snapshot, modules, jit)
        stacks = [unwinder.unwind(thread) for thread in snapshot.threads]
        done = symbolize(stacks, snapshot, modules, jit, lines=lines)
        return {t.tid: s for t, s in zip(snapshot.threads, done)}, snapshot.warnings


@cache
def aliases(path: str) -> dict[int, set[str]]:
    """All symbols by address, from the file itself."""
    names: dict[int, set[str]] = {}
    for option in ("--defined-only", "-D"):
        done = subprocess.run(["nm", option, path], capture_output=True, text=True)
        for line in done.stdout.splitlines():
            parts = line.split()
            if len(parts) == 3:
                names.setdefault(int(parts[0], 16), set()).add(parts[2].split("@")[0])
    return names


def base_name(name: str) -> str:
    """Without the compiler's suffixes, template arguments and parameters."""
    name = name.split(" [clone")[0]
    for suffix in (".cold", ".part", ".constprop", ".isra", ".lto_priv"):
        name = name.split(suffix)[0]
    return name


def same_function(ours: NativeFrame, gdb: GdbLine) -> bool:
    """gdb has another name only where the file has several for one address."""
    if not gdb.name or gdb.kind == "signal":
        return True
    names = {base_name(ours.symbol), base_name(ours.name)}
    if {gdb.name, gdb.linkage, base_name(gdb.name)} & names:
        return True
    if any(name.split("(")[0].endswith(gdb.name.split("(")[0]) for name in names):
        return True
    module = ours.module
    if module is None or module.file is None:
        return False
    build_id = module.build_id
    debug = f"/usr/lib/debug/.build-id/{build_id[:2]}/{build_id[2:]}.debug"
    files = [module.file.path] + ([debug] if os.path.exists(debug) else [])
    at = ours.function_start - module.load_bias
    return any(gdb.name in aliases(path).get(at, ()) for path in files)


def assert_names(core: Core) -> int:
    """Every name is gdb's (or an alias), and no name is missing that gdb has. → frames compared."""
    ours, warnings = symbolized(core, lines=False)
    theirs = gdb_lines(core.path, core.interpreter.binary, core.sysroot)
    assert warnings == []
    compared = 0
    for tid, stack in ours.items():
        physical = [f for f in theirs[tid] if f.kind in ("normal", "signal")]
        for frame, gdb in zip(stack.frames, physical):
            assert frame.pc == gdb.pc
            assert same_function(frame, gdb), (frame, gdb)
            assert frame.name or not gdb.name, (frame, gdb)
            compared += 1
    return compared


def addr2line(frame: NativeFrame, is_exact: bool) -> set[tuple[str, int]]:
    """(file, line) of the frame's pc, inlined ones included, by binutils. gdb leaves out rows of
    the line table that are not marked as the beginning of a statement, binutils does not."""
    assert frame.module is not None and frame.module.file is not None
    at = frame.pc - frame.module.load_bias - (0 if is_exact else 1)
    command = ["addr2line", "-i", "-e", frame.module.file.path, hex(at)]
    done = subprocess.run(command, capture_output=True, text=True)
    places = set()
    for line in done.stdout.splitlines():
        file, _, number = line.split(" (")[0].rpartition(":")
        if number.isdigit():
            places.add((os.path.basename(file), int(number)))
    return places


def assert_lines(core: Core) -> int:
    """Where both have a line, inlined frames, files and lines are equal. → frames compared."""
    ours, warnings = symbolized(core)
    theirs = gdb_lines(core.path, core.interpreter.binary, core.sysroot)
    assert warnings == []
    compared = 0
    for tid, stack in ours.items():
        with_lines = {f.pc for f in stack.frames if f.location is not None}
        mine = [f for f in stack.frames if f.pc in with_lines]
        gdb = [f for f in gdb_frames(theirs[tid]) if f.pc in with_lines]
        assert len(mine) == len(gdb)
        for frame, other in zip(mine, gdb):
            assert frame.location is not None
            place = os.path.basename(frame.location.file), frame.location.line
            if place != (os.path.basename(other.file), other.line):
                assert place in addr2line(frame, frame is mine[0]), (frame, other)
            assert same_function(frame, other) or frame.is_inline, (frame, other)
            compared += 1
        missing = [f for f in gdb_frames(theirs[tid]) if f.line and f.pc not in with_lines]
        assert all("libc" in module_of(stack, f.pc) for f in missing), missing
    return compared


def gdb_frames(frames: list[GdbLine]) -> list[GdbLine]:
    """Without the tail calls that gdb reconstructs, which are on no stack."""
    return [f for f in frames if f.kind in ("normal", "inline")]


def module_of(stack: NativeStack, pc: int) -> str:
    for frame in stack.frames:
        if frame.pc == pc and frame.module is not None:
            return frame.module.name
    return ""


@pytest.mark.representative("names against gdb")
@pytest.mark.parametrize("label", EVERY)
def test_the_names_of_every_interpreters_frames_equal_gdb(label: str) -> None:
    assert assert_names(make_core(interpreter(label), programs.MIXED)) > 30


@pytest.mark.parametrize("label", ("3.8", "3.12", "3.13", "3.15"))
def test_lines_and_inlined_frames_equal_gdb(label: str) -> None:
    assert assert_lines(make_core(interpreter(label), programs.MIXED)) > 60


def test_inlined_templates_and_lambdas_of_cpp_equal_gdb() -> None:
    library = shared_library(INLINE_LIBRARY, "c++", "-O2 -g")
    core = make_core(interpreter("self"), programs.NATIVE.format(call="lib.crash(7)"), library)
    assert assert_lines(core) > 4
    (stack,) = symbolized(core)[0].values()
    inline = [f.name for f in stack.frames if f.is_inline][:4]
    assert "twice" in inline[0] or "get" in inline[0]
    first = next(f for f in stack.frames if not f.is_inline)
    assert first.name.startswith("int outer::work<int>(outer::Box<int> const&, long)")
    assert {f.pc for f in stack.frames[:3]} == {first.pc}


@pytest.mark.newest
def test_threads_inside_libtorch_have_the_names_of_gdb() -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    assert assert_names(make_core(interpreter("self"), programs.TORCH)) > 40


@pytest.mark.newest
def test_numba_frames_have_readable_names() -> None:
    pytest.importorskip("numba", reason="numba is not installed")
    core = make_core(interpreter("self"), programs.NUMBA.format(options="", range="range"))
    stacks, _ = symbolized(core)
    names = [f.name for stack in stacks.values() for f in stack.frames if f.is_jit]
    assert any(name == "outer(Array<double, 1, C>, long)" for name in names), names
    assert not any("abi:" in name for name in names)

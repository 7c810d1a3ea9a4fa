"""Native stacks of real cores, frame by frame against gdb."""

from __future__ import annotations

import pytest

from atfault.model.stacks import NativeStack
from atfault.native.jit import JitRegistry
from atfault.native.modules import load_modules
from atfault.native.unwind import Unwinder
from atfault.snapshot.core import open_core
from support import programs
from support.cores import Core, interpreter, labels, make_core, shared_library
from support.gdb_stacks import GdbFrame, gdb_stacks

EVERY = labels(
    "3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "debian", "3.14", "3.15", "sid", "trixie"
)


def unwind(core: Core) -> dict[int, NativeStack]:
    with open_core(core.path, sysroot=core.sysroot) as snapshot:
        modules = load_modules(snapshot)
        unwinder = Unwinder(snapshot, modules, JitRegistry(snapshot, modules))
        return {thread.tid: unwinder.unwind(thread) for thread in snapshot.threads}


def oracle(core: Core, limit: int = 2000) -> dict[int, list[GdbFrame]]:
    return gdb_stacks(core.path, core.interpreter.binary, limit, core.sysroot)


def physical(frames: list[GdbFrame]) -> list[int]:
    """What gdb adds from debug information (inlined functions, tail calls) left out."""
    return [f.pc for f in frames if f.kind in ("normal", "signal")]


def assert_same(core: Core) -> dict[int, NativeStack]:
    ours = unwind(core)
    theirs = oracle(core)
    assert ours.keys() == theirs.keys()
    for tid, stack in ours.items():
        assert [f.pc for f in stack.frames] == physical(theirs[tid]), tid
        assert stack.stop_reason == "", tid
    return ours


def native_core(call: str, label: str = "self", **options: str) -> Core:
    library = shared_library(programs.NATIVE_LIBRARY, **options)
    return make_core(interpreter(label), programs.NATIVE.format(call=call), library)


@pytest.mark.representative("stacks against gdb")
@pytest.mark.parametrize("label", EVERY)
def test_every_frame_of_every_interpreter_equals_gdb(label: str) -> None:
    ours = assert_same(make_core(interpreter(label), programs.MIXED))
    (stack,) = ours.values()
    assert len(stack.frames) > 40
    assert {frame.trust for frame in stack.frames} == {"cfi"}


@pytest.mark.parametrize("label", ("3.8", "3.12", "3.14", "3.15"))
def test_waiting_threads_equal_gdb(label: str) -> None:
    assert len(assert_same(make_core(interpreter(label), programs.THREADS))) == 6


@pytest.mark.newest
def test_a_crash_inside_libtorch_with_twelve_threads_equals_gdb() -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    ours = assert_same(make_core(interpreter("self"), programs.TORCH))
    assert len(ours) >= 12


@pytest.mark.parametrize("own_stack", (0, 1))
def test_frames_below_a_signal_handler_equal_gdb(own_stack: int) -> None:
    core = native_core(f"lib.with_handler({own_stack})")
    (stack,) = assert_same(core).values()
    signal_frames = [frame for frame in stack.frames if frame.is_signal_frame]
    assert len(signal_frames) == 1
    assert signal_frames[0].function_start == signal_frames[0].pc


def test_an_exception_thrown_through_c_plus_plus_equals_gdb() -> None:
    library = shared_library(programs.THROW_LIBRARY, "c++")
    core = make_core(interpreter("self"), programs.NATIVE.format(call="lib.throw_it(4)"), library)
    assert_same(core)


def test_a_realigned_frame_of_variable_size_equals_gdb() -> None:
    assert_same(native_core("lib.realigned(100)"))


def test_code_without_frame_pointers_or_with_them_equals_gdb() -> None:
    assert_same(native_core("lib.down(50)", flags="-O2 -fomit-frame-pointer"))
    assert_same(native_core("lib.down(50)", flags="-O0 -fno-omit-frame-pointer"))


@pytest.mark.representative("deep stacks")
def test_a_recursion_of_a_hundred_thousand_frames_is_complete() -> None:
    core = native_core("lib.down(100_000)", flags="-O1")
    (stack,) = unwind(core).values()
    assert stack.stop_reason == ""
    (theirs,) = oracle(core, limit=300).values()
    assert [f.pc for f in stack.frames[:200]] == physical(theirs)[:200]
    down = stack.frames[10].function_start
    assert sum(frame.function_start == down for frame in stack.frames) == 100_001


def test_a_stack_overflow_is_unwound_to_the_outermost_frame() -> None:
    (stack,) = unwind(native_core("lib.forever(0)")).values()
    assert stack.stop_reason == ""
    assert len(stack.frames) > 10_000
    assert all(frame.trust == "cfi" for frame in stack.frames[-10:])


@pytest.mark.parametrize("address", ("16", "0x123456789000"))
def test_a_call_through_a_garbage_pointer_is_left_by_its_return_address(address: str) -> None:
    source = programs.WILD_CALL.replace("ADDRESS", address)
    (stack,) = assert_same(make_core(interpreter("self"), source)).values()
    assert stack.frames[0].pc == int(address, 0)
    assert stack.frames[0].module is None


def test_frames_of_code_without_unwind_information_are_found_and_marked() -> None:
    core = native_core("lib.call_bare()")
    (stack,) = unwind(core).values()
    assert stack.stop_reason == ""
    trusts = [frame.trust for frame in stack.frames]
    # bare_inner is exact; bare and what called it were found by scanning.
    assert trusts[0] == "cfi"
    assert trusts[1] == "scanned"
    assert set(trusts[2:]) == {"cfi"}
    library = stack.frames[0].module
    inside = [frame for frame in stack.frames if frame.module == library]
    assert len(inside) in (2, 3)  # bare itself may be stepped over, its caller may not
    assert inside[-1].function_start != 0


def test_a_smashed_stack_says_so_and_its_outer_frames_are_marked() -> None:
    (stack,) = unwind(native_core("lib.smash(40)", flags="-O1 -fno-stack-protector")).values()
    assert stack.frames[0].trust == "cfi"
    assert [frame.trust for frame in stack.frames[1:3]] == ["scanned", "cfi"]
    assert stack.frames[-1].pc != 0x4141414141414141


@pytest.mark.newest
def test_threads_inside_kernels_without_unwind_information_reach_their_outermost_frame() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    core = make_core(interpreter("self"), programs.MATMUL)
    ours = unwind(core)
    assert all(stack.stop_reason == "" for stack in ours.values())
    scanned = [s for s in ours.values() if any(f.trust == "scanned" for f in s.frames)]
    if not scanned and not torch.backends.mkl.is_available():
        pytest.skip("this torch computes without MKL")
    for stack in scanned:
        first = [frame.trust for frame in stack.frames].index("scanned")
        assert {frame.trust for frame in stack.frames[first + 1 :]} <= {"scanned", "cfi"}


@pytest.mark.newest
@pytest.mark.parametrize(
    ("options", "range_"),
    [("", "range"), ("(cache=True)", "range"), ("(parallel=True)", "prange")],
)
def test_frames_of_numba_code_equal_gdb(options: str, range_: str) -> None:
    pytest.importorskip("numba", reason="numba is not installed")
    source = programs.NUMBA.format(options=options, range=range_)
    # In the second run from the cache: nothing is compiled, the code is announced all the same.
    core = make_core(interpreter("self"), source, runs=2 if "cache" in options else 1)
    ours = assert_same(core)
    crashed = next(iter(ours.values()))
    assert sum(frame.is_jit for frame in crashed.frames) >= 1
    assert all(frame.trust == "cfi" for frame in crashed.frames)

"""Stacks with names: which address is looked up, how inlined frames are put in, and the cost."""

from __future__ import annotations

from pathlib import Path

import pytest

from atfault.model.process import Module
from atfault.model.stacks import Location, NativeFrame, NativeStack
from atfault.native.names import ModuleWork
from atfault.native.symbolize import SIGNAL_FRAME_NAME, Symbolizer, symbolize, with_places
from atfault.snapshot.target_files import TargetFiles
from support.counted import GROWTH, calls
from support.local_files import local
from support.symbol_elf import symbol_file

BIAS = 0x7F0000000000


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


class Snapshot:
    def __init__(self) -> None:
        self.warnings: list[str] = []
        self.memory = None
        self.files = TargetFiles()


def module(tmp_path: Path, *symbols: tuple[str, int, int]) -> Module:
    path = tmp_path / "lib.so"
    path.write_bytes(symbol_file(list(symbols)))
    return Module(str(path), local(path), "", BIAS, BIAS, BIAS + 0x100000)


def frame(module: Module | None, at: int, start: int = 0, signal: bool = False) -> NativeFrame:
    pc = BIAS + at
    begin = BIAS + start if start else 0
    return NativeFrame(pc, 1, 0, "cfi", module, begin, is_signal_frame=signal)


def names(*frames: NativeFrame) -> list[str]:
    (stack,) = symbolize([NativeStack(frames)], Snapshot())  # type: ignore[arg-type]
    return [f.name for f in stack.frames]


def test_a_return_address_belongs_to_the_call_before_it(tmp_path: Path) -> None:
    """g ends in a call that never returns, so the return address is already h's first byte."""
    m = module(tmp_path, ("f", 0x1000, 16), ("g", 0x1010, 16), ("h", 0x1020, 16))
    assert names(frame(m, 0x1020), frame(m, 0x1020)) == ["h", "g"]


def test_the_frame_below_a_signal_is_looked_up_at_its_very_pc(tmp_path: Path) -> None:
    m = module(tmp_path, ("handler", 0x1000, 16), ("h", 0x1020, 16), ("g", 0x1010, 16))
    found = names(frame(m, 0x1008), frame(m, 0x1050, signal=True), frame(m, 0x1020))
    assert found == ["handler", SIGNAL_FRAME_NAME, "h"]


def test_the_start_by_the_unwind_information_decides(tmp_path: Path) -> None:
    m = module(tmp_path, ("whole", 0x1000, 0x100), ("part", 0x1040, 0))
    assert names(frame(m, 0x1050, start=0x1040)) == ["part"]


def test_a_known_symbol_gives_the_function_its_start(tmp_path: Path) -> None:
    m = module(tmp_path, ("f", 0x1000, 16))
    stacks = [NativeStack((frame(m, 0x1008),))]
    (stack,) = symbolize(stacks, Snapshot())  # type: ignore[arg-type]
    assert stack.frames[0].function_start == BIAS + 0x1000


def test_frames_without_module_or_symbol_stay_nameless(tmp_path: Path) -> None:
    m = module(tmp_path, ("f", 0x1000, 16))
    assert names(frame(None, 0), frame(m, 0x5000)) == ["", ""]


def test_names_are_demangled_and_control_characters_escaped(tmp_path: Path) -> None:
    m = module(tmp_path, ("_ZN1a1fEi", 0x1000, 16), ("evil\x1b[2J", 0x2000, 16))
    assert names(frame(m, 0x1001), frame(m, 0x2002)) == ["a::f(int)", "evil\\x1b[2J"]


def test_inlined_frames_share_the_place_of_the_function_around_them() -> None:
    outer = frame(None, 0x1000)._replace(function_start=7)
    places = (("innermost", "a.h", 3, 5), ("middle", "b.h", 0, 0), ("by_dwarf", "c.c", 9, 1))
    one, two, three = with_places(outer, "_Z5outerv", "outer()", places)
    assert [f.name for f in (one, two, three)] == ["innermost", "middle", "outer()"]
    assert [f.is_inline for f in (one, two, three)] == [True, True, False]
    assert (one.symbol, three.symbol) == ("", "_Z5outerv")
    assert one.location == Location("a.h", 3, 5)
    assert two.location == Location("b.h", None, None)
    assert {f.pc for f in (one, two, three)} == {outer.pc}
    (alone,) = with_places(outer, "", "", (("by_dwarf", "c.c", 9, 1),))
    assert alone.name == "by_dwarf"


def test_a_deep_recursion_costs_a_look_up_a_place(tmp_path: Path) -> None:
    m = module(tmp_path, ("f", 0x1000, 16), ("g", 0x1010, 16))
    deep = tuple(frame(m, 0x1008 if n % 2 else 0x1018) for n in range(20_000))

    def named(count: int) -> NativeStack:
        (stack,) = symbolize([NativeStack(deep[:count])], Snapshot())  # type: ignore[arg-type]
        return stack

    stack = named(len(deep))
    assert calls(lambda: named(20_000)) <= GROWTH * calls(lambda: named(5_000))
    assert len(stack.frames) == 20_000
    assert {f.name for f in stack.frames} == {"f", "g"}
    assert [f.pc for f in stack.frames[:3]] == [f.pc for f in deep[:3]]


def asked_for_lines(
    monkeypatch: pytest.MonkeyPatch, *frames: NativeFrame, plumbing: bool
) -> dict[str, set[int]]:
    """Of each module, the ELF addresses whose lines are asked for."""
    asked: dict[str, set[int]] = {}

    class Jobs:
        def __init__(self, work: dict[int, ModuleWork], *rest: object) -> None:
            asked.update({one.module.name: set(one.lined) for one in work.values()})

        def finish(self) -> None:
            pass

    monkeypatch.setattr("atfault.native.lines.LineJobs", Jobs)
    stacks = [NativeStack(frames)]
    Symbolizer(stacks, Snapshot(), lines=True, plumbing_lines=plumbing).finish()  # type: ignore[arg-type]
    return asked


def test_lines_of_the_interpreter_are_asked_for_where_a_stack_ends_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    m = module(tmp_path, ("f", 0x1000, 16))
    own = m._replace(path="/x/ext.so", start=BIAS + 1)
    python = m._replace(path="/usr/lib/libpython3.13.so.1.0", start=BIAS + 2)
    libc = m._replace(path="/usr/lib/libc.so.6", start=BIAS + 3)
    waiting = (frame(libc, 0x10), frame(python, 0x21), frame(own, 0x31), frame(python, 0x41))
    some = asked_for_lines(monkeypatch, *waiting, plumbing=False)
    assert some == {"libc.so.6": {0x10}, "libpython3.13.so.1.0": {0x20}, "ext.so": {0x30}}
    all_ = asked_for_lines(monkeypatch, *waiting, plumbing=True)
    assert all_ == {**some, "libpython3.13.so.1.0": {0x20, 0x40}}


def test_no_stacks_are_no_work() -> None:
    assert symbolize([], Snapshot(), lines=True) == []  # type: ignore[arg-type]
    empty = NativeStack((), "its registers are not known")
    assert symbolize([empty], Snapshot(), lines=True) == [empty]  # type: ignore[arg-type]


def test_a_borrowed_build_id_names_nothing_in_a_later_report(tmp_path: Path) -> None:
    """Whatever another file of the same build id, in another process, was found to hold."""
    claimed = "ab" * 20
    found = []
    for folder, name in (("mine", "not_what_it_says"), ("libc", "strlen")):
        (tmp_path / folder).mkdir()
        library = module(tmp_path / folder, (name, 0x1000, 16))._replace(build_id=claimed)
        found += names(frame(library, 0x1008, 0x1000))
    assert found == ["not_what_it_says", "strlen"]
    assert not (tmp_path / "cache").exists()

from __future__ import annotations

from atfault.decode.jit_locals import jit_places, without_versions
from atfault.model.absent import Absent
from atfault.model.stacks import NativeFrame
from atfault.model.values import Value, Variable

GONE = Absent("optimised out")


def variable(name: str, text: str = "", is_set: bool = True) -> Variable:
    return Variable(name, Value("int64", text, is_set=is_set) if text else GONE)


def names(*variables: Variable, constant: tuple[str, ...] = ()) -> list[str]:
    return [one.name for one in without_versions(variables, constant)]


def test_versions_without_a_value_are_left_out_where_another_has_one() -> None:
    assert names(variable("n"), variable("n$1"), variable("n$2", "6")) == ["n$2"]


def test_all_versions_that_have_a_value_are_shown_by_their_own_names() -> None:
    assert names(variable("n", "5"), variable("n$1", "6")) == ["n", "n$1"]


def test_of_versions_that_are_all_gone_one_is_left_with_the_plain_name() -> None:
    assert names(variable("n$1"), variable("n$2"), variable("m", "1")) == ["n", "m"]


def test_a_constant_yields_to_a_version_that_is_surely_set() -> None:
    start, later = variable("n", "0"), variable("n$1", "6")
    assert names(start, later, constant=("n",)) == ["n$1"]
    unset = variable("n$1", "0 (or not set here)", is_set=False)
    assert names(start, unset, constant=("n",)) == ["n", "n$1"]
    assert names(start, constant=("n",)) == ["n"]


def frame(pc: int, jit: bool = False, **more: bool) -> NativeFrame:
    return NativeFrame(pc, pc + 8, pc, "cfi", is_jit=jit, **more)


def test_inlined_frames_belong_to_the_call_that_they_are_part_of() -> None:
    frames = (
        frame(1),
        frame(2, True, is_inline=True),
        frame(2, True, is_inline=True),
        frame(2, True),
        frame(3),
        frame(4, True),
    )
    places = [(one.first, one.size, one.depth, one.is_exact) for one in jit_places(frames)]
    assert places == [(1, 3, 1, False), (5, 1, 3, False)]


def test_the_pc_is_exact_where_a_frame_was_interrupted() -> None:
    frames = (frame(1, True), frame(2, is_signal_frame=True), frame(3, True), frame(4, True))
    assert [one.is_exact for one in jit_places(frames)] == [True, True, False]


def test_frames_that_were_guessed_have_no_registers_to_go_by() -> None:
    assert jit_places((frame(1, True)._replace(trust="scanned"),)) == []

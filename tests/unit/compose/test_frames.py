"""The frames of a report: those of a deep recursion cost one record."""

from __future__ import annotations

from typing import Any

from atfault.compose.report import CODE_FRAMES, END_FRAMES, _frames
from atfault.model.absent import Absent
from atfault.model.stacks import CodeInfo, Location, PyFrame, ThreadFrame
from atfault.model.values import Value, Variable


class Source:
    """Every line is its own number."""

    def line(self, file: str, number: int) -> str:
        return str(number)


SOURCE: Any = Source()
CODE = CodeInfo(0x1000, "descend", "descend", "deep.py", 5, ())
PLACE = Location("deep.py", 7)
NOTHING = Absent("not decoded")


def frame(address: int, locals: Any = NOTHING, place: Location = PLACE) -> Any:
    return ThreadFrame("python", None, PyFrame(address, CODE, place, locals, False), True)


def test_frames_at_one_place_without_variables_are_one_record() -> None:
    told = list(_frames(tuple(map(frame, range(3 * CODE_FRAMES))), SOURCE))
    assert len(told) == 3 * CODE_FRAMES and len(set(map(id, told))) == 2
    assert told[0].code == told[-1].code == "7" and told[CODE_FRAMES].code is None
    assert told[0]._replace(code=None) == told[CODE_FRAMES]


def test_others_are_told_apart() -> None:
    value = Variable("n", Value("int", "1"))
    other = frame(2, place=Location("deep.py", 8))
    told = list(_frames((frame(1, (value,)), frame(1, ()), other, frame(3)), SOURCE))
    assert [one.line for one in told] == [7, 7, 8, 7]
    assert [one.locals for one in told[1:]] == [(), None, None]
    assert told[0].locals is not None and told[0].locals[0].name == "n"


def test_the_middle_of_a_very_deep_stack_is_left_out_by_whole_rounds() -> None:
    number = 2 * END_FRAMES + 1000
    places = [Location("deep.py", line) for line in range(3)]
    frames = tuple(frame(index, place=places[index % 3]) for index in range(number))
    told = list(_frames(frames, SOURCE))
    assert [one.line for one in told] == [index % 3 for index in range(len(told))]
    assert {index: one.left_out for index, one in enumerate(told) if one.left_out} == {
        END_FRAMES - 1: number - len(told)
    }
    assert 2 * END_FRAMES <= len(told) < 2 * END_FRAMES + 3
    whole = frames[: 2 * END_FRAMES]
    assert [one.left_out for one in _frames(whole, SOURCE)] == [0] * len(whole)

"""Whether the loops of a thread get on, by what samples saw of its frames."""

from __future__ import annotations

import ast
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.decode.watch import loops
from atfault.decode.watch.advance import advance_of, is_seldom_seen, may_go_round
from atfault.decode.watch.nearing import Nearing
from atfault.decode.watch.recurrence import Recurrence

SOURCE = """\
while code in given:
    code = draw(dice)
    tries += 1
"""
TIMES = 12


class Frame:
    """A spot, in a loop of the user's or of a package's, with what its variables were read as."""

    def __init__(self, file: str, *, source: str = SOURCE, **values: list[str]) -> None:
        node = ast.parse(source).body[0]
        assert isinstance(node, loops.LoopNode)
        turn = loops.turn_of(node)
        self.is_mine = "site-packages" not in file
        code = SimpleNamespace(filename=file, qualname="", name="work")
        self.where: Any = SimpleNamespace(code=code, location=SimpleNamespace(file=file))
        self.line = 9
        self.held, self.inner, self.iterators = Recurrence(), Recurrence(), Nearing()
        for name, texts in values.items():
            for text in texts:
                (self.held if self.is_mine else self.inner).note(name, text)
        self.last = self.values = {name: texts[-1] for name, texts in values.items()}
        self.changed: set[str] = set()
        self.turns, self.samples, self.unending = TIMES, TIMES, ""
        self.watch: Any = SimpleNamespace(
            is_known=True,
            has_loop=True,
            has_exit=bool(turn.exits),
            node=node,
            gaps=Nearing(),
            opens_by_clock=False,
            assigned=turn.assigns,
            in_exits=frozenset({"code", "given"}),
            named=frozenset({"code", "given", "tries"}),
            exits_move=lambda drawn: False,
            counted=lambda files, shown, packages=(): frozenset({"tries"}),
            own_counters=lambda files, shown: frozenset(),
            unending="",
            rests_on_unseen=lambda files, unseen: False,
        )


SOURCES: Any = SimpleNamespace(tree=lambda file: None)


def told(*frames: Frame, moved: bool = True, left: int = 5) -> Any:
    return advance_of(watched(*frames, moved=moved, left=left), SOURCES)


def watched(*frames: Frame, moved: bool = True, left: int = 5) -> Any:
    spots = {(at, at): frame for at, frame in enumerate(frames)}
    return SimpleNamespace(
        moved=moved,
        spots=spots,
        known=spots,
        was_never_left=lambda key: True,
        left_calls=left,
        samples=TIMES,
        files=frozenset(),
        shown=frozenset(),
        unseen=(),
        staying=lambda: list(frames),
    )


def counting(first: int = 0) -> list[str]:
    return [str(at) for at in range(first, first + TIMES)]


SAME = ["'AB'"] * TIMES
PACKAGE = "/venv/lib/python3.11/site-packages/parser/core.py"


def test_a_thread_that_stays_where_it_is_is_in_no_loop_that_could_get_on():
    assert told(Frame("app.py", code=SAME), moved=False) is None


@pytest.mark.parametrize("file", ["app.py", PACKAGE])
def test_what_comes_back_beside_a_counter_does_not_get_on(file):
    found = told(Frame(file, code=SAME, tries=counting()))
    assert (found.kind, found.by_chance) == ("returns", False)
    assert "code = 'AB'" in found.what


def test_what_its_function_counts_for_itself_is_no_progress():
    frame = Frame("app.py", code=SAME, seen=[str(at) for at in range(TIMES)])
    assert told(frame).kind == "moves"
    frame.watch.own_counters = lambda files, shown: frozenset({"seen"})
    assert told(frame).kind == "returns"


def test_what_was_computed_to_go_on_is_told_whatever_changes():
    frame = Frame("app.py", code=[str(at) for at in range(TIMES)])
    frame.watch.unending = "year = 10000, and goes up"
    assert (told(frame).kind, told(frame).what) == ("unending", (frame.watch.unending,))


def test_a_call_that_takes_all_of_what_has_no_end_does_not_move():
    frame = Frame("app.py", code=SAME)
    frame.unending = "itertools.count has no end"
    assert told(frame).kind == "returns"
    assert told(frame, moved=False).kind == "unending"


def test_what_changes_for_good_may_be_progress():
    assert told(Frame("app.py", code=counting(), tries=counting())).kind == "moves"
    assert told(Frame("app.py", code=SAME), left=0).kind == "returns", "its own turns were seen"


def test_an_iterator_with_fewer_to_give_or_a_smaller_gap_comes_nearer():
    inner, outer = Frame("app.py", code=SAME), Frame("app.py", code=SAME)
    for number in range(TIMES):
        outer.iterators.note(1, 100 - number)
    assert told(outer, inner).kind == "nearer"
    for number in range(TIMES):
        inner.watch.gaps.note("high - low > 1", 50.0 - number)
    assert "comes nearer" in told(inner).what[0]


def test_a_loop_that_takes_what_others_bring_serves():
    source = SOURCE.replace("draw(dice)", "inbox.get()")
    assert told(Frame("app.py", source=source, code=SAME)).kind == "moves"


@pytest.mark.parametrize(
    ("going", "kind"),
    [(["{}"], "returns"), (["{<Future>: 'a'}"], "moves"), (["{}", "{<Future>: 'a'}"], "moves")],
)
def test_to_wait_for_none_of_several_brings_nothing(going, kind):
    source = SOURCE.replace("draw(dice)", "wait(going, timeout=None)")
    frame = Frame("app.py", source=source, code=SAME, going=going * TIMES)
    frame.changed = {"going"} if len(going) > 1 else set()
    assert told(frame).kind == kind


def test_a_variable_that_the_loop_assigns_tells_of_its_turns_where_it_calls_nothing():
    source = "while code in given:\n    code = code.after\n"
    for texts, kind in ((["'A'", "'B'"] * TIMES, "returns"), (["'A'"] * TIMES, "moves")):
        frame = Frame("app.py", source=source, code=texts)
        frame.turns = 0
        assert told(frame, left=0).kind == kind
    frame = Frame(
        "app.py", source="for code in given:\n    last = code\n", code=["'A'", "'B'"] * TIMES
    )
    frame.turns = 0
    assert told(frame, left=0).kind == "moves", "it has an end of its own"


def test_may_go_round_what_serves_nobody_and_was_not_seen_to_come_nearer():
    torn = [f"Map(<{at}>)" for at in range(TIMES)]
    assert may_go_round(watched(Frame("app.py", code=torn)), SOURCES)
    assert not may_go_round(watched(Frame("app.py", code=torn), moved=False), SOURCES)
    serving = SOURCE.replace("draw(dice)", "inbox.get()")
    assert not may_go_round(watched(Frame("app.py", source=serving, code=torn)), SOURCES)
    leaving, nearer = Frame("app.py", code=torn), Frame("app.py", code=torn)
    leaving.watch.exits_move = lambda drawn: True
    assert not may_go_round(watched(leaving), SOURCES)
    for number in range(TIMES):
        nearer.iterators.note(1, 100 - number)
    assert not may_go_round(watched(nearer), SOURCES)


def test_a_function_that_was_seldom_caught_inside_of_what_comes_back_is_watched_for_longer():
    outer, inner = Frame("app.py", code=SAME), Frame("app.py", at=["1", "2", "3"])
    both = watched(outer, inner)
    both.was_never_left = lambda key: key == (0, 0)
    assert is_seldom_seen(both)
    inner.held.note("at", "1")
    assert not is_seldom_seen(both)


def test_by_chance_it_does_not_get_on_where_an_exit_looks_at_what_is_drawn():
    source = SOURCE.replace("draw(dice)", "dice.choice(codes)")
    drawn = [f"'{chr(65 + at)}'" for at in range(TIMES)]
    found = told(Frame("app.py", source=source, code=drawn, given=SAME))
    assert (found.kind, found.by_chance) == ("returns", True)
    frame = Frame("app.py", source=source, code=drawn, given=SAME)
    frame.watch.in_exits = frozenset({"given"})
    assert told(frame).kind == "moves"


def test_of_a_loop_whose_source_is_not_known_nothing_is_told():
    inner = Frame("app.py", code=SAME)
    inner.watch.is_known = inner.watch.has_loop = False
    assert told(Frame("app.py", code=SAME), inner) is None

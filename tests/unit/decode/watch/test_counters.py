"""What a loop counts and looks at nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import pytest

from atfault.decode.watch.counters import counters, own_counters, shown, without

PROGRAM = """
class Loader:
    def __init__(self):
        self.refused = 0
    def load(self, todo):
        while todo:
            self.refused += 1
            todo.append(todo.pop())
            {turn}
        return self.refused
    def is_over(self):
        return self.refused > 9
    def plain(self):
        return len(self.rows)
"""


def counted(
    turn: str,
    program: str = PROGRAM,
    seen: tuple[str, ...] = ("todo",),
    inherited: Sequence[ast.AST | None] = (),
) -> frozenset[str]:
    tree = ast.parse(program.format(turn=turn))
    loop = next(one for one in ast.walk(tree) if isinstance(one, ast.While))
    return counters(loop, [tree], seen, inherited=inherited)


@pytest.mark.parametrize(
    "turn",
    [
        "pass",
        'log.info("refused: %d", self.refused)',
        'print(f"{self.refused} refused")',
        "self.plain()",
        "self.refused = self.refused + 1",
    ],
)
def test_what_is_counted_and_only_told_is_no_progress(turn):
    assert counted(turn) == {"refused"}


@pytest.mark.parametrize(
    "turn",
    [
        "self.is_over()",
        "if self.refused > 9: break",
        'send(f"page {self.refused}")',
        "check(self)",
        "self.stop = lambda: self.refused > 9",
        "getattr(self, name)()",
        'find("refused")',
        "self.last = todo",
        "run(self.is_over)",
    ],
)
def test_what_may_be_looked_at_is(turn):
    assert counted(turn) == frozenset()


def test_whoever_a_class_inherits_from_may_look_at_it():
    inherits = PROGRAM.replace("class Loader:", "class Loader(Base):")
    assert counted("pass", inherits) == frozenset()
    assert counted("pass", inherits + "class Base:\n    pass\n") == {"refused"}


def test_a_package_that_names_it_nowhere_does_not_look_at_it():
    inherits = PROGRAM.replace("class Loader:", "class Loader(Base):")
    package = ast.parse("class Base:\n    def run(self): return self.size")
    assert counted("pass", inherits, inherited=[package]) == {"refused"}
    assert counted("pass", inherits, inherited=[package, None]) == frozenset()
    asks = ast.parse("class Base:\n    def run(self): return self.refused")
    assert counted("pass", inherits, inherited=[package, asks]) == frozenset()


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("done += 1", {"done"}),
        ("done += 1; print(done)", {"done"}),
        ("done += 1; send(done)", frozenset()),
        ("done += 1\n        if done > 9: break", frozenset()),
        ("done += 1; todo.last = 3", frozenset()),
        ("done += 1; look = lambda: done", frozenset()),
        ("self.done += 1", frozenset()),
    ],
)
def test_what_a_function_counts_for_itself_others_do_not_look_at(body, found):
    program = f"""
def work(todo):
    done = 0
    while todo:
        {body}
    return done
def others():
    done = work([])
    return done
"""
    tree = ast.parse(program)
    function = tree.body[0]
    assert own_counters(function.body[1], function, [tree], ["size"], ()) == found


def test_other_attributes_that_are_assigned_have_to_have_been_seen():
    assert counted("self.last = todo", seen=("last",)) == {"refused"}


def test_the_number_is_left_out_of_the_text_of_an_object():
    text = "Loader(refused=17, size=256, refused_by=3)"
    assert without(text, ["refused"]) == "Loader(refused=, size=256, refused_by=3)"
    assert without("Loader(refused=<not a Python object>)", ["refused"]) == "Loader(refused=)"
    assert without(text, []) == text
    assert [*shown(text)] == ["refused", "size", "refused_by"]

"""What a line of Python calls."""

from __future__ import annotations

import pytest

from atfault.dap.stepping import calls_on_line


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("y = np.dot(f(a), b)", ["np.dot", "f"]),
        ("f()()", ["f"]),
        ("table[0](1)", []),
        ("f().g(1)", ["f"]),
        ("a.b.c(x).d(y)", ["a.b.c"]),
        ("x = 1", []),
        ("def f(:", []),
    ],
)
def test_callables_that_are_written_without_a_call(source: str, names: list[str]) -> None:
    assert calls_on_line(source, 1) == names


def test_a_call_over_several_lines_is_found_from_each() -> None:
    source = "found = total(\n    1,\n    2,\n)\nother()"
    assert [calls_on_line(source, line) for line in (1, 2, 4, 5)] == [["total"]] * 3 + [["other"]]


def test_there_is_an_end_to_them() -> None:
    assert len(calls_on_line("; ".join(f"f{number}()" for number in range(100)), 1)) == 8
    assert calls_on_line("(" * 5000, 1) == []

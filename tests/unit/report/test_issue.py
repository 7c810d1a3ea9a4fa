"""A report as the text of a bug report: all of it text, and the skeleton a program."""

from __future__ import annotations

import ast
import re

import pytest

from atfault.model.cleaning import without_locals
from atfault.model.findings import Advice, Blame, Evidence, Finding, SourceLine
from atfault.model.report import EnvironmentReport, FrameReport, LocalReport
from atfault.report.issue import render_issue
from atfault.report.json import dumps, loads
from support.crash_reports import out_of_bounds
from support.lock_hang_reports import deadlock

FILE = "/home/ada/paint/paint.py"
ENVIRONMENT = EnvironmentReport("0.1.0", "Debian GNU/Linux 12", "glibc 2.36", {"fast": "1.2"})


def frame(kind="python", **fields):
    plain = dict.fromkeys(FrameReport._fields[:12])
    plain.update(kind=kind, function="f", inlined=False, trust=kind, mine=kind == "python")
    return FrameReport(**{**plain, **fields})


def crash(code, *variables, column=None, end_column=None, source="", **fields):
    """A crash in fast.so, called by a line of Python with these variables: (name, type, value)."""
    base = out_of_bounds()
    line = SourceLine(7, source or code)
    blame = Blame(FILE, 7, "main", "MainThread", (line,))
    evidence = tuple(map(Evidence, fields.pop("evidence", ())))
    finding = Finding(
        "wild-pointer", fields.pop("summary", "it read"), "likely", (blame,), evidence
    )
    python = frame(
        function="main",
        file=FILE,
        line=7,
        end_line=7,
        code=code,
        column=column,
        end_column=end_column,
        locals=tuple(LocalReport(*one) for one in variables),
    )
    native = frame("native", function="walk", module="/venv/site-packages/fast.so", file="fast.c")
    thread = base.threads[0]._replace(frames=(native, python), crashed=True)
    return base._replace(
        diagnosis=(finding,), threads=(thread,), environment=ENVIRONMENT, again=(), **fields
    )


def program(text):
    return text.partition("```python\n")[2].partition("\n```")[0]


def test_it_has_all_that_a_maintainer_asks_for():
    report = crash("fast.walk(grid, depth)", ("grid", "list", "[1, 2]"), ("depth", "int", "3"))
    text = render_issue(report)
    assert text.startswith("# Segmentation fault in walk (fast.so): wild-pointer\n")
    for word in ("CPython 3.11", "Debian", "glibc 2.36", "fast: `1.2`", "depth = 3", "fast.c"):
        assert word in text, word
    assert text.index("## What happened") < text.index("## Stack") < text.index("## Versions")
    assert "most recent call last" in text and "-v" not in text


def test_the_skeleton_is_the_call_with_what_is_known():
    report = crash(
        "total = fast.walk(grid, depth, self.root, np.pi, later, len(name))",
        ("grid", "numpy.ndarray", "float32[3, 4] at 0x7f00, mapped"),
        ("depth", "int", "-1"),
        ("self", "Tree", "<Tree at 0x7f>"),
        ("name", "str", "'a\\nb'"),
        column=9,
        end_column=67,
    )
    lines = program(render_issue(report)).splitlines()
    ast.parse("\n".join(lines))
    assert lines[:3] == ["import fast", "import numpy as np", ""]
    assert lines[3].startswith("grid = np.zeros((3, 4), dtype=np.float32)  #")
    assert "depth = -1" in lines and "name = 'a\\nb'" in lines
    assert "self = ...  # Tree: <Tree at 0x7f>" in lines
    assert any(line.startswith("later = ...  # not a variable") for line in lines)
    assert lines[-1].startswith("fast.walk(grid") and lines[-1].endswith("len(name))")


@pytest.mark.parametrize(
    ("type_", "value", "made"),
    [
        ("torch.Tensor", "int64[2, 3] at 0x7f00, heap", "torch.zeros((2, 3), dtype=torch.int64)"),
        ("numpy.ndarray", "float64[] at 0x7f00", "np.zeros((), dtype=np.float64)"),
        ("numpy.ndarray", "system[3] at 0x7f00", "..."),
        ("str", "'cut…", "..."),
        ("str", "<masked>", "..."),
        ("dict", "{'token': <masked>}", "..."),
        ("str", "'__import__(\"os\")'", "'__import__(\"os\")'"),
        ("int", "__import__('os').system('x')", "..."),
        ("bool", "True", "True"),
        ("NoneType", "None", "None"),
        ("bytes", "b'\\x00\\xff'", "b'\\x00\\xff'"),
    ],
)
def test_a_value_is_made_where_the_report_has_all_of_it(type_, value, made):
    text = program(render_issue(crash("fast.walk(x)", ("x", type_, value))))
    line = next(line for line in text.splitlines() if line.startswith("x = "))
    assert line.partition("  #")[0] == f"x = {made}"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            assert ast.unparse(node.func) in ("np.zeros", "torch.zeros", "fast.walk")


@pytest.mark.parametrize(
    "code", ["return fast.walk(x)", "for row in fast.walk(x):", "if fast.walk(x):"]
)
def test_a_line_without_columns_is_taken_whole(code):
    text = program(render_issue(crash(code, ("x", "int", "5"))))
    assert code in text and "x = 5" in text
    ast.parse(text)


def test_a_line_that_goes_on_has_no_skeleton():
    assert "## Reproducer" not in render_issue(crash("fast.walk(x,", ("x", "int", "5")))


def test_without_locals_no_value_is_in_it():
    text = render_issue(without_locals(crash("fast.walk(x)", ("x", "str", "'private'"))))
    assert "private" not in text and "## Values" not in text and "## Reproducer" not in text


HOSTILE = "</details> **b** [a](http://x) @somebody fixes #12 `c` <img src=x> \x1b[31m\u202e"


def test_what_the_program_says_is_text():
    report = crash(
        "fast.walk(x)  # ``` ````",
        ("x", "str", "'``` end'"),
        summary=HOSTILE,
        evidence=(HOSTILE, "# no heading", "1. no list", "- no list"),
        headline=HOSTILE,
        source="fast.walk(x)  # ```",
    )
    text = render_issue(report)
    assert "\x1b" not in text and "\u202e" not in text
    outside = []
    fence = ""
    for line in text.splitlines():
        mark = re.match(r"`{3,}", line)
        if fence:
            fence = "" if line == fence else fence
        elif mark:
            fence = mark[0]
        else:
            outside.append(re.sub(r"(`+) ?.*?(?<!`)\1(?!`)", "", line.replace("\\`", "")))
    assert not fence, "each fence is closed"
    prose = "\n".join(outside)
    assert "@somebody" not in prose and "#12" not in prose
    assert not re.search(r"(?<!\\)<(?:img|/details)", prose)
    assert "- \\# no heading" in prose and "- 1\\. no list" in prose and "- \\- no list" in prose


def test_a_report_of_an_earlier_version_says_what_it_lacks():
    old = crash("fast.walk(x)", ("x", "int", "1"))._replace(environment=None)
    text = render_issue(loads(dumps(old)))
    assert "noted no more of the system" in text and "import fast" in text


def test_what_was_tried_is_told():
    first = crash("fast.walk(x)", ("x", "int", "1"))
    offered = first.diagnosis[0]._replace(
        advice=(Advice("again", "atfault run --again x.py", True),)
    )
    assert "atfault run --again x.py" in render_issue(first._replace(diagnosis=(offered,)))
    run = first._replace(process=first.process._replace(relation="run again with a guard page"))
    assert "- run again with a guard page: **wild-pointer**" in render_issue(
        first._replace(again=(run,))
    )


def test_the_run_that_led_to_the_answer_gives_the_stack():
    first = crash("release(x)", ("x", "int", "1"))
    guarded = crash("fast.walk(x)", ("x", "int", "2"))
    best = guarded.diagnosis[0]._replace(under_guard=True, cause="out-of-bounds")
    guarded = guarded._replace(diagnosis=(best,))
    text = render_issue(first._replace(diagnosis=(best,), again=(guarded,)))
    assert "x = 2" in program(text) and "release" not in text.partition("## Stack")[2]


def test_a_hang_shows_the_threads_that_it_is_about():
    text = render_issue(deadlock())
    assert "## Stack" in text and "deadlock" in text and text.startswith("# Deadlock")
    assert text.count("Deadlock between 2 threads") == 1  # the title
    assert "Reproducer" not in text  # no call has failed


def test_a_signal_that_a_report_names_is_text_as_all_else():
    report = out_of_bounds()
    report = report._replace(signal=report.signal._replace(name="SIG\ud800\x1b[2J"))
    text = render_issue(report)
    assert [c for c in text if not c.isprintable() and c != "\n"] == []
    assert "SIG\\ud800\\x1b" in text.replace("\\\\", "\\")

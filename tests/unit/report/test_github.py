"""What GitHub's runner makes of the lines, read by its own rules (actions/runner,
ActionCommand.cs)."""

from __future__ import annotations

import pytest

from atfault.model.findings import SourceLine
from atfault.report.github import annotation_lines, escape_data, escape_property, unread
from support.crash_reports import out_of_bounds
from support.hostile import TEXTS, with_text

PROPERTY = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))
DATA = (("%0D", "\r"), ("%0A", "\n"), ("%25", "%"))


def unescaped(text, escapes):
    for escape, char in escapes:
        text = text.replace(escape, char)
    return text


def as_runner_reads(line):
    """(command, properties, data)."""
    assert line.startswith("::") and line.isprintable()
    info, _, data = line[2:].partition("::")
    command, _, named = info.partition(" ")
    pairs = (one.split("=", 1) for one in named.split(",") if one)
    properties = {name: unescaped(value, PROPERTY) for name, value in pairs}
    return command, properties, unescaped(data, DATA)


def annotated(report, root=""):
    return [as_runner_reads(line) for line in annotation_lines(report, root)]


def blamed(report, **fields):
    finding = report.diagnosis[0]
    blame = finding.blame[0]._replace(**fields)
    return report._replace(diagnosis=(finding._replace(blame=(blame,)),))


def test_it_stands_at_file_and_line_below_the_checkout():
    report = blamed(out_of_bounds(), file="/build/app/paint.py", line=16)
    ((command, properties, data),) = annotated(report, "/build")
    assert (command, properties["file"], properties["line"]) == ("error", "app/paint.py", "16")
    assert data.startswith("out-of-bounds (certain): ") and "\nNext: " in data


def test_columns_count_characters():
    source = (SourceLine(16, "ärger = f(x)"),)
    report = blamed(
        out_of_bounds(), file="/b/a.py", line=16, source=source, column=10, end_column=14
    )
    ((_, properties, _),) = annotated(report, "/b")
    assert (properties["col"], properties["endColumn"]) == ("9", "13")


@pytest.mark.parametrize("file", ["/elsewhere/paint.py", "/build/../paint.py", "/buildings/a.py"])
def test_a_file_outside_of_the_checkout_is_told_and_not_annotated(file):
    ((_, properties, data),) = annotated(blamed(out_of_bounds(), file=file), "/build")
    assert "file" not in properties and "\nat " in data


@pytest.mark.parametrize(
    ("cause", "confidence", "level"),
    [
        ("deadlock", "likely", "error"),
        ("deadlock", "possible", "warning"),
        ("none", "certain", "notice"),
    ],
)
def test_how_sure_it_is_says_how_loud_it_is(cause, confidence, level):
    report = out_of_bounds()
    finding = report.diagnosis[0]._replace(cause=cause, confidence=confidence)
    assert annotated(report._replace(diagnosis=(finding,)))[0][0] == level


def test_a_step_is_given_no_more_annotations_than_are_shown():
    report = out_of_bounds()
    assert len(annotated(report._replace(children=(report,) * 50))) == 10


@pytest.mark.parametrize("text", TEXTS)
def test_hostile_text_is_text(text):
    report = with_text(blamed(out_of_bounds(), file="/build/"), text)
    (line,) = annotation_lines(report, "/build")
    command, properties, _ = as_runner_reads(line)
    assert command == "error"
    assert properties.keys() <= {"file", "line", "col", "endColumn", "title"}
    assert len(line) < 40_000


@pytest.mark.parametrize("text", ["100 %", "%0A", "%250A", "a,b:c", "\r\n", "%2C%3A"])
def test_the_runner_undoes_the_escapes(text):
    assert unescaped(escape_data(text), DATA) == text
    assert unescaped(escape_property(text), PROPERTY) == text
    assert "\n" not in escape_data(text)


def test_commands_are_stopped_for_the_length_of_the_text():
    lines = unread("::error::forged\n", "t0ken").splitlines()
    assert lines == ["", "::stop-commands::t0ken", "::error::forged", "::t0ken::"]

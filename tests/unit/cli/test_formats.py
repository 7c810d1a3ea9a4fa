from __future__ import annotations

import io
from argparse import Namespace

import pytest

from atfault.cli.arguments import add_rendering
from atfault.cli.command import Parser
from atfault.cli.fail_on import FailOn, causes_of, flattened
from atfault.cli.formats import MAX_SUMMARY, check_format
from atfault.cli.output import emit_files, write_shown
from atfault.errors import UsageError
from atfault.model.report import LocalReport
from support.crash_reports import out_of_bounds


class Any:
    name = "any"

    def prepare_parser(self, parser):
        parser.describe("", "", (), ())
        add_rendering(parser)


def options(*argv):
    return Parser(Any()).parse(argv)


def with_secret(report):
    """One in a text that a variable holds."""
    thread = report.threads[0]
    held = (LocalReport("greeting", "str", "'meet me at noon'"),)
    frames = tuple(one._replace(locals=held) for one in thread.frames)
    return report._replace(threads=(thread._replace(frames=frames), *report.threads[1:]))


def written(report, *argv):
    stream = io.StringIO()
    write_shown(report, stream, options(*argv), "saved as report 3")
    return stream.getvalue()


@pytest.mark.parametrize("form", ["github", "junit", "markdown"])
def test_what_show_issue_hides_is_hidden(form, tmp_path, monkeypatch):
    summary = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    report = with_secret(out_of_bounds())
    text = written(report, "--format", form) + (summary.read_text() if summary.exists() else "")
    assert "meet me" not in text and "out-of-bounds" in text
    assert "meet me" in written(report)


def test_github_is_given_text_annotation_and_summary(tmp_path, monkeypatch):
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    lines = written(out_of_bounds(), "--format", "github").splitlines()
    token = lines[1].removeprefix("::stop-commands::")
    assert lines[1].startswith("::stop-commands::") and lines[-2] == f"::{token}::"
    assert lines[-1].startswith("::error ") and "  saved as report 3" in lines
    assert summary.read_text().startswith("before\n## ")


@pytest.mark.parametrize("kind", ["full", "folder"])
def test_a_summary_that_cannot_be_written_costs_a_line(kind, tmp_path, monkeypatch):
    summary = tmp_path / "summary.md"
    if kind == "folder":
        summary.mkdir()
    else:
        summary.write_bytes(b"x" * MAX_SUMMARY)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    last = written(out_of_bounds(), "--format", "github").splitlines()[-1]
    assert last.startswith("atfault: the summary of the job is")


def test_output_takes_the_document_and_the_text_stays(tmp_path):
    file = tmp_path / "a.xml"
    argv = ("--format", "junit", "--output", str(file))
    emit_files(out_of_bounds(), options(*argv))
    assert file.read_text().startswith("<?xml")
    assert "<?xml" not in written(out_of_bounds(), *argv)


@pytest.mark.parametrize(
    ("form", "output", "is_run"),
    [("text", "a", False), ("github", "a", False), ("junit", None, True)],
)
def test_what_does_not_go_together_is_refused(form, output, is_run):
    with pytest.raises(UsageError):
        check_format(Namespace(format=form, output=output), is_run=is_run)


def test_fail_on_takes_causes_and_guesses_at_others():
    assert flattened([causes_of("deadlock, pipe-full"), causes_of("any")]) == (
        "deadlock",
        "pipe-full",
        "any",
    )
    with pytest.raises(Exception, match="did you mean deadlock"):
        causes_of("deadlok")


@pytest.mark.parametrize(
    ("asked", "confidence", "found"),
    [
        (("out-of-bounds",), "likely", "out-of-bounds"),
        (("any",), "certain", "out-of-bounds"),
        (("deadlock",), "certain", ""),
        (("out-of-bounds",), "possible", ""),
        ((), "certain", ""),
    ],
)
def test_fail_on_notes_what_is_asked_for_and_sure(asked, confidence, found):
    report = out_of_bounds()
    finding = report.diagnosis[0]._replace(confidence=confidence)
    fail_on = FailOn(asked)
    fail_on.note(report._replace(diagnosis=(finding,)))
    assert fail_on.found() == found

"""--format: the report as others read it, in place of the text for people or beside it.

A job's log is read by many: it is given the report as `show --issue` gives it to others.
"""

from __future__ import annotations

import argparse
import os

from atfault import lazy
from atfault.contained import contained
from atfault.errors import UsageError
from atfault.folders import current_folder
from atfault.model.report import Report

FORMATS = ("text", "github", "junit", "markdown")
ROOT, SUMMARY = "GITHUB_WORKSPACE", "GITHUB_STEP_SUMMARY"
MAX_SUMMARY = 1 << 20
"""Bytes of the summaries of one step that GitHub shows."""
WIDTH = 100


def check_format(args: argparse.Namespace, *, is_run: bool = False) -> None:
    """Raise UsageError where --format and --output do not go together. is_run: the text goes where
    the program writes, too."""
    if args.output is None:
        if args.format == "junit" and is_run:
            raise UsageError(
                "--format junit writes XML, and standard error is the program's as well: name a "
                "file, --output FILE"
            )
    elif args.format not in ("junit", "markdown"):
        raise UsageError(
            f"--output is where --format junit or markdown goes; --format {args.format} goes where "
            "the text does"
        )


def formatted(report: Report, form: str) -> str:
    """The report as one document: form is "junit" or "markdown"."""
    shown, cwd = _for_others(report), current_folder()
    if form == "markdown":
        page: str = lazy.load("atfault.report.summary:render_markdown")(shown, cwd)
        return page
    document: str = lazy.load("atfault.report.junit:render_junit")(shown, plain_text, cwd)
    return document


def for_github(report: Report, footer: str, told: list[str]) -> str:
    """What goes to the log: the report for people, in which GitHub looks for no commands, then the
    annotations. The summary of the job is written where GitHub asks for it; what kept that from
    being written is added to `told`."""
    shown, cwd = _for_others(report), current_folder()
    root = os.environ.get(ROOT) or cwd
    github = lazy.load("atfault.report.github")
    text = plain_text(shown, footer)
    lines = github.annotation_lines(shown, root, cwd)
    with contained("writing the summary of the job", told):
        told += _add_summary(lazy.load("atfault.report.summary:render_markdown")(shown, cwd))
    quiet: str = github.unread(text, os.urandom(16).hex())
    return quiet + "".join(line + "\n" for line in lines)


def _add_summary(page: str) -> list[str]:
    """Why it could not be written; [] where it was, and where nobody asks for one."""
    path = os.environ.get(SUMMARY)
    if not path:
        return []
    try:
        with open(path, "ab") as file:
            data = page.encode("utf-8", "backslashreplace") + b"\n"
            if file.tell() + len(data) > MAX_SUMMARY:
                return [f"the summary of the job is full ({MAX_SUMMARY >> 10} KiB): not written"]
            file.write(data)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        return [f"the summary of the job is not written: {path}: {why}"]
    return []


def _for_others(report: Report) -> Report:
    cleaned: Report = lazy.load("atfault.model.for_others:for_others")(report)
    return cleaned


def plain_text(report: Report, footer: str = "") -> str:
    """The report for people, as wide as a job's log."""
    render = lazy.load("atfault.report.text:render")
    text: str = render(report, width=WIDTH, cwd=current_folder(), footer=footer)
    return text

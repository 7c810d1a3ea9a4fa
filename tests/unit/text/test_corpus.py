"""The corpus: logs of builds that were really made, and texts after those that people posted.

`built/` with `built.tsv`: made by `make/build.py`. The others were written after known ones;
`later.txt`, `abroad.txt` and `afterwards.txt` when the rules were done, and their scores at first
sight are in the documentation; `posted.txt` are tracebacks of reports in public (7 of 26 at
first sight), and so are those of `met.txt`, as they met their readers: in containers, notebooks and
logs of services, of Windows and macOS (43 of 66 at first sight). Those of `lately.txt` were posted
in 2023 to 2026; `lately.toml` says what a good answer names, and must not say: at first sight 17 of
66 did, 22 named the line and the cause and said too little, 27 were wrong or silent.
"""

from __future__ import annotations

import io
import os
import re
import sys

import pytest

from atfault.analyze.text import analyze_text
from atfault.model.report import Report
from atfault.options import Options
from support.levels import Levels
from support.text_corpus import ROOT, TEXTS, Text, told

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # of pytest

LINES, CAUSES = 0.95, 0.90
LESS = {"missing-submodule": "missing-header"}
"""Cause → what is true as well, and says less."""


def explained(text: Text) -> Report:
    return analyze_text(io.BytesIO(text.data), "-", Options())


def verdict(text: Text) -> tuple[bool, bool, str]:
    """(right line, right cause, what was said)"""
    best = explained(text).diagnosis[0]
    line = best.quotes[0].line if best.quotes else 0
    if text.line == 0:
        return best.cause == "none", best.cause == "none", f"{line} {best.cause}"
    return line == text.line, best.cause == text.cause, f"{line} {best.cause} {best.confidence}"


def test_the_line_to_read_and_the_cause_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    wrong, levels = [], Levels()
    lines = causes = 0
    failing = [text for text in TEXTS if text.line]
    for text in failing:
        right_line, right_cause, said = verdict(text)
        lines += right_line
        causes += right_cause
        is_true = right_cause or LESS.get(text.cause) == said.split()[1]
        levels.add(said.split()[-1], is_true, text.name)
        if not (right_line and right_cause):
            wrong.append(f"  {text.name}: {text.line} {text.cause}, said: {said}")
    with capsys.disabled():
        print(f"\ncorpus: {len(failing)} texts, line {lines}, cause {causes}")
        print("\n".join((*wrong, *levels.lines())))
    assert not levels.surely_wrong
    assert len(failing) >= 120
    assert lines >= LINES * len(failing)
    assert causes >= CAUSES * len(failing)


@pytest.mark.parametrize("text", [one for one in TEXTS if not one.line], ids=lambda one: one.name)
def test_nothing_is_said_to_have_failed_where_nothing_did(text: Text) -> None:
    report = explained(text)
    assert [finding.cause for finding in report.diagnosis] == ["none"]


def told_of(report: Report) -> str:
    """What the first finding says, with its advice and the lines that it blames."""
    best = report.diagnosis[0]
    advice = [word for one in best.advice for word in (one.text, one.command or "")]
    places = [f"{one.file}:{one.line} {one.function}" for one in best.blame]
    return "\n".join((best.summary, *(one.text for one in best.evidence), *advice, *places))


def test_answers_say_what_they_are_to_say_and_nothing_that_misleads(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with open(os.path.join(ROOT, "lately.toml"), "rb") as file:
        wanted = tomllib.load(file)
    lacking, misleading = [], []
    for text in told("lately.txt"):
        said = told_of(explained(text))
        answer = wanted[text.name]
        lacks = [one for one in answer.get("says", ()) if not re.search(one, said, re.I)]
        wrong = [one for one in answer.get("never", ()) if re.search(one, said, re.I)]
        lacking += [f"  {text.name} does not say {lacks}"] if lacks else []
        misleading += [f"  {text.name} says {wrong}"] if wrong else []
    with capsys.disabled():
        print(f"\nanswers: {len(wanted) - len(lacking)} of {len(wanted)} say it all")
        print("\n".join(lacking))
    assert len(lacking) <= 0.1 * len(wanted)
    assert not misleading


def test_enough_builds_that_succeeded_are_in_the_corpus() -> None:
    assert sum(not text.line for text in TEXTS) >= 10

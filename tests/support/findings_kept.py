"""All that the tests of the rules are told, sentences too, kept in tests/golden/diagnose: one file
for each file of tests, with a section for each test that makes a diagnosis; of tests that have a
parameter `kept_in`, in a folder of that name, one for each of its values.

A test says what must hold: cause, confidence, blame, what it is about. The sentences are held here,
where a reviewer reads what became of them: `pytest tests/unit/diagnose --update-golden` writes them
anew.
"""

from __future__ import annotations

import difflib
import fcntl
import os
import re
import textwrap
from collections.abc import Iterator
from typing import Any, NamedTuple

from atfault.model.case import Case
from atfault.model.findings import Diagnosis, Finding
from support.near_misses import near_misses, verdict

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TESTS = os.path.join(ROOT, "tests", "unit", "diagnose")
KEPT = os.path.join(ROOT, "tests", "golden", "diagnose")
HEAD = "== "
HOW = "pytest tests/unit/diagnose --update-golden"

NEARLY = 7
"""Cases that are nearly the same, of the first of each test."""
FEWER = 2
"""Where one test has hundreds of parameters."""
MAX_THREADS = 500
"""Of a case whose facts are changed: one with more is about its size."""


class Noted(NamedTuple):
    case: Case
    rules: Any
    diagnosis: Diagnosis


noted: list[Noted] = []
"""Of the test that runs."""


def note(case: Case, rules: Any, diagnosis: Diagnosis) -> None:
    noted.append(Noted(case, rules, diagnosis))


def lines(diagnosis: Diagnosis) -> Iterator[str]:
    """The first finding in full; of the others what they are."""
    best, *others = diagnosis.findings
    yield from finding_lines(best)
    for other in others:
        yield f"then {_verdict(other)}"
    if diagnosis.not_checked:
        yield f"not checked: {', '.join(one.rule for one in diagnosis.not_checked)}"
    for rule, because in diagnosis.set_aside:
        yield f"set aside: {rule}: {because}"
    for warning in diagnosis.warnings:
        yield f"warning: {warning}"


def _verdict(finding: Finding) -> str:
    places = [f"{os.path.basename(one.file)}:{one.line} {one.function}" for one in finding.blame]
    return ", ".join([f"{finding.cause} {finding.confidence} {finding.family}", *places])


def finding_lines(finding: Finding) -> Iterator[str]:
    yield _verdict(finding)
    yield f"  {finding.summary}"
    if finding.title:
        yield f"  title: {finding.title}"
    for one in finding.evidence:
        yield f"  {one.kind}{', in picture' * one.in_picture}: {one.text}"
    for doubt in finding.doubts:
        yield f"  doubt, {doubt.kind}: {doubt.text}"
    for step in finding.advice:
        yield f"  step: {step.text}"
        if step.command:
            yield f"    {step.command}"
        for edit in step.edits:
            yield f"    {os.path.basename(edit.file)} {edit[1:]}"
    facts = (finding.about, finding.files, finding.quotes, finding.block)
    for name, fact in zip(("about", "files", "quotes", "block"), facts):
        if fact:
            yield f"  {name}: {fact!r}"


def section(name: str, diagnoses: list[Noted], nearly_so: int = NEARLY) -> str:
    """What a test of that name was told, each diagnosis once; then, of rules that are ours, the
    verdict where a fact of the first case is otherwise."""
    texts = ["\n".join(lines(one.diagnosis)) for one in diagnoses]
    first = diagnoses[0]
    few = len(first.case.process.threads) <= MAX_THREADS
    if few and all(one.__module__.startswith("atfault.") for one in first.rules or ()):
        nearly: dict[str, list[str]] = {}
        for what, case in near_misses(first.case, name, nearly_so):
            nearly.setdefault(verdict(case, first.rules), []).append(what)
        texts += [f"{told}\n  where {'; '.join(whats)}" for told, whats in nearly.items()]
    return "\n".join(dict.fromkeys(texts)) + "\n"


def path_for(tests: str, part: str = "") -> str:
    """Of a file of tests below tests/unit/diagnose."""
    beside = os.path.join(KEPT, os.path.splitext(os.path.relpath(tests, TESTS))[0])
    return (os.path.join(beside, part) if part else beside) + ".txt"


def read(path: str) -> dict[str, str]:
    """Test → section."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        parts = re.split(f"^{HEAD}(.*)\n", file.read(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def difference(path: str, name: str, told: str) -> str:
    """How a section differs from the one that is kept; "" when it does not."""
    kept = read(path).get(name, "")
    if kept == told:
        return ""
    diff = "\n".join(difflib.unified_diff(kept.splitlines(), told.splitlines(), lineterm="", n=1))
    where = os.path.relpath(path, ROOT)
    return f"{where}: {name}: not what is kept; if it is right: {HOW}\n" + textwrap.indent(
        diff, "  "
    )


def write(path: str, told: dict[str, str], tests: str) -> None:
    """Puts sections in their places. What is no longer in the file of tests goes."""
    with open(tests, encoding="utf-8") as file:
        there = set(re.findall(r"def (test_\w+)", file.read()))
        fcntl.flock(file, fcntl.LOCK_EX)  # workers of pytest-xdist
        every = read(path) | told
        every = {name: text for name, text in every.items() if name.partition("[")[0] in there}
        if not every:
            if os.path.exists(path):
                os.unlink(path)
            return
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as kept:
            kept.write("".join(f"{HEAD}{name}\n{every[name]}" for name in sorted(every)))

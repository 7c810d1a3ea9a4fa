"""How right a report about a program of tests/real is."""

from __future__ import annotations

import os
import re
from typing import Any, NamedTuple

from support.real_programs import Answer

RIGHT, VAGUE, WRONG, NOT_RUN = "right", "vague", "wrong", "not run"
HANGS = frozenset(
    """deadlock self-deadlock fork-held-lock fork-unsafe-library gil-deadlock gil-held
    pool-starvation waits-for-nobody worker-died pipe-full busy-loop stuck-native-call
    event-loop-blocked import-deadlock""".split()
)
"""Causes that say: this will not go on by itself."""
NEVER = ("go on by itself",)
"""Patterns of what may be said of no hang."""


class Verdict(NamedTuple):
    grade: str
    told: str
    """What the report says first: cause, confidence and line."""
    why: str
    """What is not right about it; "" when all is."""
    surely_wrong: bool = False
    """It is wrong, and was certain."""
    line: str = ""
    """Of a crash, which is judged apart: here, also, library (not the program's own), none or
    other; "" when there is no report."""
    line_right: bool = False


def judge(answer: Answer, report: dict[str, Any]) -> Verdict:
    """right: a cause that was accepted, and a line to blame. vague: true, but less than the thread
    found out, or a line of a library in place of the program's. wrong: anything else."""
    first = report["diagnosis"][0]
    told = describe(first)
    claims = [f for f in report["diagnosis"] if f is first or f["confidence"] != "possible"]
    for finding in claims:
        words = _words(answer, finding)
        for pattern in (*NEVER, *answer.never):
            if re.search(pattern, words, re.IGNORECASE):
                surely = finding["confidence"] == "certain"
                return Verdict(WRONG, told, f"says {pattern!r}", surely)
    allowed = {*answer.cause, *answer.vague, "unknown"}
    for finding in claims:
        if finding["confidence"] == "certain":
            if finding["cause"] not in allowed:
                return Verdict(WRONG, told, f"certain of {finding['cause']}", True)
            if not answer.certain and finding["cause"] in HANGS:
                return Verdict(WRONG, told, "nobody can be certain of that", True)
    return _graded(answer, first, told)


def _graded(answer: Answer, first: dict[str, Any], told: str) -> Verdict:
    surely = first["confidence"] == "certain"
    cause, line = first["cause"], _line(answer, first)
    if cause not in (*answer.cause, *answer.vague, "unknown"):
        return Verdict(WRONG, told, f"not {answer.cause[0]}", surely)
    if line == "other" or (line == "library" and cause in answer.vague):
        return Verdict(WRONG, told, f"not line {_lines(answer.here)}", surely)
    if cause not in answer.cause:
        return Verdict(VAGUE, told, f"less than {answer.cause[0]}")
    if line != "here":
        return Verdict(VAGUE, told, f"not line {_lines(answer.here)}")
    words = _words(answer, first)
    for pattern in answer.says:
        if not re.search(pattern, words, re.IGNORECASE):
            return Verdict(VAGUE, told, f"does not say {pattern!r}")
    return Verdict(RIGHT, told, "")


def judge_crash(answer: Answer, report: dict[str, Any]) -> Verdict:
    """The cause and what is said of it as in `judge`; the line, which is counted apart, is right
    when it is marked, or when neither the program nor the report has one."""
    first = report["diagnosis"][0]
    told = describe(first)
    if report["kind"] != answer.kind:
        return Verdict(NOT_RUN, told, f"ended as {report['kind']}: {first['summary']}")
    line = _line(answer, first)
    line_right = line == ("here" if answer.here else "none")
    wrong_line = answer.here and line == "other"
    verdict = _cause_of_crash(answer, report, told)
    surely = verdict.surely_wrong or bool(wrong_line and first["confidence"] == "certain")
    why = verdict.why
    if not line_right:
        why = f"{why}{'; ' if why else ''}line: {line}, not {_lines(answer.here) or 'none'}"
    return verdict._replace(why=why, surely_wrong=surely, line=line, line_right=line_right)


def _cause_of_crash(answer: Answer, report: dict[str, Any], told: str) -> Verdict:
    first = report["diagnosis"][0]
    allowed = (*answer.cause, *answer.vague, "unknown")
    for finding in report["diagnosis"]:
        surely = finding["confidence"] == "certain"
        if finding is not first and finding["confidence"] == "possible":
            continue
        words = _words(answer, finding)
        for pattern in answer.never:
            if re.search(pattern, words, re.IGNORECASE):
                return Verdict(WRONG, told, f"says {pattern!r}", surely)
        if surely and finding["cause"] not in allowed:
            return Verdict(WRONG, told, f"certain of {finding['cause']}", True)
        if surely and not answer.certain and finding["cause"] in answer.cause:
            return Verdict(WRONG, told, "nobody can be certain of that", True)
    if first["cause"] not in allowed:
        return Verdict(WRONG, told, f"not {answer.cause[0]}")
    if first["cause"] not in answer.cause:
        return Verdict(VAGUE, told, f"less than {answer.cause[0]}")
    said = _words(answer, {**first, "advice": []})  # advice speaks of what may be, as well
    for pattern in answer.says:
        if not re.search(pattern, said, re.IGNORECASE):
            return Verdict(VAGUE, told, f"does not say {pattern!r}")
    return Verdict(RIGHT, told, "")


def judge_healthy(answer: Answer, report: dict[str, Any]) -> Verdict:
    """right: nothing says more than "possible" that it hangs."""
    told = describe(report["diagnosis"][0])
    for finding in report["diagnosis"]:
        if finding["cause"] in HANGS and finding["confidence"] != "possible":
            surely = finding["confidence"] == "certain"
            return Verdict(WRONG, told, f"false alarm: {describe(finding)}", surely)
    return Verdict(RIGHT, told, "")


def describe(finding: dict[str, Any]) -> str:
    """cause (confidence) file:line"""
    blame = finding["blame"]
    where = f" {os.path.basename(blame[0]['file'])}:{blame[0]['line']}" if blame else ""
    return f"{finding['cause']} ({finding['confidence']}){where}"


def _words(answer: Answer, finding: dict[str, Any]) -> str:
    """All that a finding says, but for the program's own name."""
    texts = [finding["summary"], *(one["text"] for one in finding["evidence"] + finding["advice"])]
    return "\n".join(texts).replace(answer.name, "")


def _line(answer: Answer, finding: dict[str, Any]) -> str:
    """none, here, also, library (not the program's own) or other (a wrong one)"""
    if not finding["blame"]:
        return "none"
    first = finding["blame"][0]
    if first["file"] == "<string>":  # a child that was started with -c
        return "also"
    if os.path.basename(first["file"]) != os.path.basename(answer.path):
        return "library"
    if first["line"] in answer.here:
        return "here"
    return "also" if first["line"] in answer.also else "other"


def _lines(numbers: frozenset[int]) -> str:
    return " or ".join(map(str, sorted(numbers)))

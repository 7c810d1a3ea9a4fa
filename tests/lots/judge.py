"""Judge what was said of a program by the truth of its lot."""

from __future__ import annotations

import collections
import dataclasses
import os
import re
import sys
from typing import Any

MARK = "# <-- here"
SAYS_NOTHING = {"unknown", "none", "slow-not-stuck"}
CLAIMS = {
    "busy-loop",
    "collective-mismatch",
    "deadlock",
    "event-loop-blocked",
    "fork-held-lock",
    "fork-unsafe-library",
    "gil-deadlock",
    "gil-held",
    "import-deadlock",
    "message-mismatch",
    "pipe-full",
    "pool-starvation",
    "rank-died",
    "self-deadlock",
    "straggler",
    "stuck-native-call",
    "waits-for-nobody",
    "waits-for-rank",
    "worker-died",
}
FIGURES = ("cause", "line began", "any line", "column")
VERDICTS = ("right", "vague", "wrong", "silent")
Columns = dict[tuple[str, int], set[tuple[int, int]]]  # by (file, line number): begins, ends
LEFT_OUT = "left out"  # it did not fail, or that way is not open on this machine


@dataclasses.dataclass
class Verdict:
    """What one way of one program came to. `confidence` is the first finding's."""

    name: str
    kind: str
    way: str
    word: str  # one of VERDICTS, or LEFT_OUT
    said: str = ""
    confidence: str = ""
    alarm: bool = False
    status: int | None = None  # of `atfault numba`
    figures: dict[str, bool] = dataclasses.field(default_factory=dict)

    def __str__(self) -> str:
        head = f"{self.word:8} {self.name:22} {self.way:14} {self.confidence:8} "
        return head + " ".join(self.said.split())


def marked_lines(folder: str, wanted: list[str]) -> set[tuple[str, int]]:
    """(file, line number) of each `file:text` of the truth. An unknown text is a KeyError."""
    found = set()
    for entry in wanted:
        file, _, text = entry.partition(":")
        lines = [line.strip() for line in lines_of(folder, file)]
        if text not in lines:
            raise KeyError(entry)
        found |= {(file, number) for number, line in enumerate(lines, 1) if line == text}
    return found


def lines_of(folder: str, file: str) -> list[str]:
    with open(os.path.join(folder, file), encoding="utf-8") as source:
        return [line.removesuffix("\n").removesuffix(MARK) for line in source]


def marked_columns(folder: str, wanted: list[str]) -> Columns:
    """Where the expression of each `file:line text:expression` of the truth stands. It may have
    colons, as a slice has. One that is not there is a KeyError."""
    found: Columns = {}
    for entry in wanted:
        file, _, rest = entry.partition(":")
        colons = [match.start() for match in re.finditer(":", rest)]
        expressions = {rest[:at]: rest[at + 1 :] for at in colons}
        spans = {
            (file, number): spans_of(expressions.get(line.strip(), ""), line)
            for number, line in enumerate(lines_of(folder, file), 1)
        }
        if not any(spans.values()):
            raise KeyError(entry)
        for place, some in spans.items():
            if some:
                found[place] = found.get(place, set()) | some
    return found


def spans_of(expression: str, line: str) -> set[tuple[int, int]]:
    """Where the expression begins and ends in the line, each time, as a report has it: from 1, in
    bytes, past its last one."""
    if not expression:
        return set()
    before = r"\b" if re.match(r"\w", expression) else ""
    after = r"\b" if re.match(r"\w", expression[-1]) else ""
    matches = re.finditer(before + re.escape(expression) + after, line)
    spans = (match.span() for match in matches)
    return {(len(line[:a].encode()) + 1, len(line[:b].encode()) + 1) for a, b in spans}


def lies_at(place: dict[str, Any], line: tuple[str, int]) -> bool:
    """Is what is blamed this (file, line number)? A path may lead over "..", as sys.path had it."""
    file = os.path.normpath(place["file"] or "")
    return place["line"] == line[1] and f"/{file}".endswith("/" + line[0])


def blames(finding: dict[str, Any], lines: set[tuple[str, int]]) -> bool:
    return any(lies_at(place, line) for place in finding["blame"] for line in lines)


def blamed_column(finding: dict[str, Any], columns: Columns) -> bool | None:
    """Does the first blamed place with a column, of those in the lines that have one in the truth,
    begin at the expression, or cover it? None where there is no such place."""
    for place in finding["blame"]:
        at = next((line for line in columns if lies_at(place, line)), None)
        begins = place.get("column")
        if at is None or begins is None:
            continue
        ends = place.get("end_column") or begins
        if (place.get("end_line") or at[1]) > at[1]:
            ends = sys.maxsize
        return any(
            begins == first or (begins < first and last <= ends) for first, last in columns[at]
        )
    return None


def figures(truth: dict[str, Any], finding: dict[str, Any] | None, folder: str) -> dict[str, bool]:
    """What is counted apart of the first finding on a program that uses Numba and fails: the keys
    of FIGURES. One that cannot be told is left out."""
    if truth["kind"] == "healthy" or "numba" not in truth["ways"]:
        return {}
    found = {"cause": finding is not None and finding["cause"] in truth["right"]}
    if truth["lines"]:
        began = marked_lines(folder, truth["lines"][:1])
        lines = marked_lines(folder, truth["lines"])
        blame = finding["blame"] if finding else []
        found["line began"] = any(lies_at(place, line) for place in blame[:1] for line in began)
        found["any line"] = finding is not None and blames(finding, lines)
    column = finding and blamed_column(finding, marked_columns(folder, truth.get("columns", [])))
    if column is not None:
        found["column"] = column
    return found


def names_place(finding: dict[str, Any], places: list[str]) -> bool:
    """Does it blame or quote one of `places` (`file:line`, in the forms that tools write)?"""
    text = spoken(finding)
    for place in places:
        file, _, line = place.rpartition(":")
        forms = (place, f'{file}", line {line}', f"{file}({line}")
        if any(re.search(rf"(?<!\w){re.escape(form)}(?!\d)", text) for form in forms):
            return True
        for blamed in finding["blame"]:
            path = "/" + (blamed["file"] or "").replace("\\", "/")
            if str(blamed["line"]) == line and path.endswith("/" + file):
                return True
    return False


def spoken(finding: dict[str, Any]) -> str:
    """All that the finding says, in one text: the places that it blames are a part of it."""
    parts = [finding["summary"]]
    for place in finding["blame"]:
        parts += [str(place.get(field)) for field in ("file", "function", "thread")]
    for field in ("quotes", "evidence", "advice"):
        parts += [item["text"] for item in finding.get(field, [])]
    return "\n".join(parts)


def judge(truth: dict[str, Any], finding: dict[str, Any] | None, folder: str) -> str:
    """One of VERDICTS for the first finding of a report, or None where there is no report."""
    cause = finding["cause"] if finding else "none"
    if truth["kind"] == "healthy":
        return judge_healthy(truth, finding)
    known = cause in truth["right"] or cause in truth["vague"]
    if finding is None or (cause in SAYS_NOTHING and not known):
        return "silent"
    summed_up = finding["summary"]
    if not known or any(word == cause or word in summed_up for word in truth["never"]):
        return "wrong"
    if cause in truth["vague"]:
        return "vague"
    lines = marked_lines(folder, truth["lines"])
    if lines and not blames(finding, lines):
        return "wrong" if finding["blame"] else "vague"
    if truth.get("at") and not names_place(finding, truth["at"]):
        return "wrong" if finding["blame"] else "vague"
    text = spoken(finding)
    said = (any(word in text for word in words.split(" | ")) for words in truth["must"])
    return "right" if all(said) else "vague"


def judge_healthy(truth: dict[str, Any], finding: dict[str, Any] | None) -> str:
    """A text, or a program that uses Numba, is right where nothing is told of it, vague where that
    is but possible."""
    of_any = any_accuses(truth)
    if alarms(finding, of_any):
        return "wrong"
    told = finding is not None and finding["cause"] not in SAYS_NOTHING
    return "vague" if of_any and told else "right"


def any_accuses(truth: dict[str, Any]) -> bool:
    """Is it healthy of a kind of which nothing at all may be found: a text, or a program that uses
    Numba? Of others a hang may not be claimed."""
    return "file" in truth or "numba" in truth.get("ways", ())


def alarms(finding: dict[str, Any] | None, of_any: bool = False) -> bool:
    """Does it claim a hang of a program that has none, or with `of_any` any failure?"""
    if finding is None or finding["confidence"] == "possible":
        return False
    if of_any:
        return finding["cause"] not in SAYS_NOTHING
    return finding["cause"] in CLAIMS


def worst(report: dict[str, Any] | None, truth: dict[str, Any]) -> dict[str, Any] | None:
    """The finding to be judged: of a healthy program that uses Numba the first alarm of all, else
    the first one of the process that is to be looked at."""
    if report is not None and truth["kind"] == "healthy" and "numba" in truth["ways"]:
        for finding in report["diagnosis"]:
            if alarms(finding, True):
                return finding
    return answer(report, truth.get("look_at", "main"))


def answer(report: dict[str, Any] | None, look_at: str) -> dict[str, Any] | None:
    """The first finding on the process that is to be looked at."""
    if report is None:
        return None
    words = look_at.removeprefix("child:")
    if words != look_at:
        for child in report.get("children", []):
            if words in " ".join((child.get("process") or {}).get("argv") or []):
                return answer(child, "main")
    findings: list[dict[str, Any]] = report["diagnosis"]
    return findings[0] if findings else None


def summary(verdicts: list[Verdict], date: str, kind: str, commit: str) -> str:
    """The line for FIRST_SIGHT.md."""
    failing = [v for v in verdicts if v.kind != "healthy" and v.word != LEFT_OUT]
    counts = collections.Counter(v.word for v in failing)
    certain = sum(v.word == "wrong" and v.confidence == "certain" for v in verdicts)
    number = len({v.name for v in verdicts if v.word != LEFT_OUT})
    four = " / ".join(str(counts[word]) for word in VERDICTS)
    alarm = sum(v.alarm for v in verdicts)
    return f"| {date} | {kind} | {number} | {four} | {certain} | {alarm} | {commit} |"


def confidences(verdicts: list[Verdict]) -> list[str]:
    """How often each level of confidence was right on what fails, and how often nothing was told
    of what is healthy."""
    judged = [v for v in verdicts if v.kind != "healthy" and v.word not in (LEFT_OUT, "silent")]
    lines = []
    for level in ("certain", "likely", "possible"):
        words = [v.word for v in judged if v.confidence == level]
        lines.append(f"{level}: right in {words.count('right')} of {len(words)}")
    healthy = [v.word for v in verdicts if v.kind == "healthy" and v.word != LEFT_OUT]
    lines.append(f"healthy: right in {healthy.count('right')} of {len(healthy)}")
    return lines


def parts(verdicts: list[Verdict]) -> str:
    """How often each of FIGURES was met, of what fails and could be told."""
    told = []
    for key in FIGURES:
        met = [v.figures[key] for v in verdicts if key in v.figures]
        told.append(f"{key} {sum(met)} of {len(met)}")
    return ", ".join(told)


def statuses(verdicts: list[Verdict]) -> str:
    """How often `atfault numba` ended with which status."""
    counts = collections.Counter(v.status for v in verdicts if v.status is not None)
    return ", ".join(f"{status}: {number}" for status, number in sorted(counts.items()))

"""Judge what was said of a program by the truth of its lot."""

from __future__ import annotations

import collections
import dataclasses
import os
import re
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
VERDICTS = ("right", "vague", "wrong", "silent")
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

    def __str__(self) -> str:
        head = f"{self.word:8} {self.name:22} {self.way:14} {self.confidence:8} "
        return head + " ".join(self.said.split())


def marked_lines(folder: str, wanted: list[str]) -> set[tuple[str, int]]:
    """(file, line number) of each `file:text` of the truth. An unknown text is a KeyError."""
    found = set()
    for entry in wanted:
        file, _, text = entry.partition(":")
        with open(os.path.join(folder, file), encoding="utf-8") as source:
            lines = [line.removesuffix("\n").removesuffix(MARK).strip() for line in source]
        if text not in lines:
            raise KeyError(entry)
        found |= {(file, number) for number, line in enumerate(lines, 1) if line == text}
    return found


def blames(finding: dict[str, Any], lines: set[tuple[str, int]]) -> bool:
    return any(
        place["line"] == number and f"/{place['file'] or ''}".endswith("/" + file)
        for place in finding["blame"]
        for file, number in lines
    )


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
    """A text is right where nothing is told of it, vague where that is but possible."""
    of_text = "file" in truth
    if alarms(finding, of_text):
        return "wrong"
    told = finding is not None and finding["cause"] not in SAYS_NOTHING
    return "vague" if of_text and told else "right"


def alarms(finding: dict[str, Any] | None, of_text: bool = False) -> bool:
    """Does it claim a hang of a program that has none, or any failure of such a text?"""
    if finding is None or finding["confidence"] == "possible":
        return False
    if of_text:
        return finding["cause"] not in SAYS_NOTHING
    return finding["cause"] in CLAIMS


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

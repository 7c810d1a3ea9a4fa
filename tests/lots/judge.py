"""Judge what was said of a program by the truth of its lot."""

from __future__ import annotations

import collections
import dataclasses
import os
from typing import Any

MARK = "# <-- here"
SAYS_NOTHING = {"unknown", "none", "slow-not-stuck"}
CLAIMS = {
    "busy-loop",
    "deadlock",
    "event-loop-blocked",
    "fork-held-lock",
    "fork-unsafe-library",
    "gil-deadlock",
    "gil-held",
    "import-deadlock",
    "pipe-full",
    "pool-starvation",
    "self-deadlock",
    "stuck-native-call",
    "waits-for-nobody",
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
        place["line"] == number and (place["file"] or "").endswith("/" + file)
        for place in finding["blame"]
        for file, number in lines
    )


def spoken(finding: dict[str, Any]) -> str:
    """All that the finding says, in one text: the places that it blames are a part of it."""
    parts = [finding["summary"]]
    for place in finding["blame"]:
        parts += [str(place.get(field)) for field in ("file", "function", "thread")]
    for field in ("evidence", "advice"):
        parts += [item["text"] for item in finding.get(field, [])]
    return "\n".join(parts)


def judge(truth: dict[str, Any], finding: dict[str, Any] | None, folder: str) -> str:
    """One of VERDICTS for the first finding of a report, or None where there is no report."""
    cause = finding["cause"] if finding else "none"
    if truth["kind"] == "healthy":
        return "wrong" if alarms(finding) else "right"
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
    text = spoken(finding)
    return "right" if all(word in text for word in truth["must"]) else "vague"


def alarms(finding: dict[str, Any] | None) -> bool:
    """Does it claim a hang of a program that has none?"""
    if finding is None or finding["confidence"] == "possible":
        return False
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
    """How often each level of confidence was right, of findings on programs that fail."""
    judged = [v for v in verdicts if v.kind != "healthy" and v.word not in (LEFT_OUT, "silent")]
    lines = []
    for level in ("certain", "likely", "possible"):
        words = [v.word for v in judged if v.confidence == level]
        lines.append(f"{level}: right in {words.count('right')} of {len(words)}")
    return lines

"""What a text reads like, where its readers and rules know no cause."""

from __future__ import annotations

from atfault.diagnose.text.told import MAX_QUOTES, MAX_TEXT
from atfault.model.findings import Evidence, Finding
from atfault.model.given import Likeness


def with_likeness(finding: Finding, like: Likeness) -> Finding:
    """A finding of no known cause, with that of the line whose words tell most. What it says and
    blames besides stays: that was read."""
    by = ", ".join(f'"{word}"' for word in like.words)
    said = Evidence(f"it reads like messages of that kind, by its words {by}", kind="told")
    line, quotes = like.lines[0], dict.fromkeys((*like.lines, *finding.quotes))
    return finding._replace(
        cause=like.cause,
        summary=f"line {line.line} says so by its words: {line.text}"[:MAX_TEXT],
        confidence=like.sure,
        evidence=(said, *finding.evidence),
        quotes=tuple(quotes)[:MAX_QUOTES],
    )

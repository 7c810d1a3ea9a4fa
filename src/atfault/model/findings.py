"""What the rules say."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

Confidence = Literal["certain", "likely", "possible"]
CONFIDENCES: tuple[Confidence, ...] = ("certain", "likely", "possible")
"""The surest first."""
Family = Literal["crash", "killed", "hang", "exception", "text", "stress", ""]
"""What kind of failure a finding is about; "" for none: `unknown`."""


EvidenceKind = Literal["read", "inferred", "told", "absent"]
"""How a reason is known: it was read in memory, or told by the kernel; it follows from what was
read; a text tells it; what would show it is not there."""
DoubtKind = Literal[
    "handler",
    "other-thread",
    "other-task",
    "timer",
    "unseen-process",
    "input-cut",
    "input-damaged",
    "unread",
    "suspected",
    "looks-differ",
    "other-finding",
    "goes-on",
]
"""A handler of a signal, another thread, another task, or a timer may change it; a process was not
seen; the input lacks a part of the memory, or contradicts itself; the interpreter was not read; who
holds a lock is only suspected; two looks differ; another finding is as good."""

AT_REST = ("waiting-external", "slow-not-stuck", "unknown")
"""Causes that say what was seen of a process that lives, and of no fault."""


def is_fault(cause: str) -> bool:
    """Whether a cause says that something is wrong."""
    return cause not in AT_REST


class Evidence(NamedTuple):
    """One reason, as a clause that a Python user understands; no closing full stop."""

    text: str
    in_picture: bool = False
    """What the graph of waits says, too: left out where that is drawn."""
    kind: EvidenceKind = "read"


class Doubt(NamedTuple):
    """What may make a finding untrue, as a clause. Each takes a step off its confidence."""

    text: str
    kind: DoubtKind


class Edit(NamedTuple):
    """A change to a source file: what stands between two places is replaced by `text`."""

    file: str
    line: int
    column: int
    """1-based, an offset in the line's UTF-8; so is end_column, which is past the last byte."""
    end_line: int
    end_column: int
    text: str


class Advice(NamedTuple):
    """One next step; command is what to type, where there is something to type."""

    text: str
    command: str | None = None
    is_again: bool = False
    """It is to run the program again with checks (`run --again`)."""
    edits: tuple[Edit, ...] = ()
    """Changes to the source that carry it out; () where no such change is known to be right."""


class SourceLine(NamedTuple):
    """One line of source text, kept so that a saved report shows it again."""

    line: int
    text: str


class Blame(NamedTuple):
    """A line of the user's own code."""

    file: str
    line: int | None
    function: str
    thread: str
    """Its name, or its tid as text."""
    source: tuple[SourceLine, ...] = ()
    """The line with its neighbours, filled in by the pipeline, not by the rules."""
    column: int | None = None
    """1-based, of the expression; None when only the line is known."""
    tid: int | None = None
    """Of the thread; None when it is not known."""
    pid: int | None = None
    """Of its process; the engine fills in that of the case."""
    source_missing: str = ""
    """Why there is no source, as a clause; filled in with it."""
    end_line: int | None = None
    end_column: int | None = None
    """Where the expression of `column` ends; 1-based, past its last byte."""


class Finding(NamedTuple):
    """A cause with its reasons. Rules make theirs with `of`."""

    cause: str
    """A stable id of the contract."""
    summary: str
    """One line: names, figures, what happened."""
    confidence: Confidence
    """Of a rule: what it claims, which its evidence and doubts may lower (`confidence_of`)."""
    blame: tuple[Blame, ...] = ()
    """The most telling first. Left empty, the engine fills in the crashed thread's own frames."""
    evidence: tuple[Evidence, ...] = ()
    advice: tuple[Advice, ...] = ()
    family: Family = ""
    """That of its rule, filled in by the engine."""
    quotes: tuple[SourceLine, ...] = ()
    """Of text that was given: the first is the line to read."""
    title: str = ""
    """The report's first line, should this finding come first; "" to take that of how it ended."""
    about: tuple[str, ...] = ()
    """Keys of the threads or tasks of a ring of waits, and of what they wait for, in its order: one
    of `WaitGraph.cycles`. () for what is about no ring."""
    files: tuple[str, ...] = ()
    """Whole paths of the files that its sentences call by their last part: "bank.py:10"."""
    under_guard: bool = False
    """Memory was under guard in that run (of `run --again`), so that the first wrong access
    failed."""
    block: tuple[int, ...] = ()
    """Of a finding under guard: the block that was misused, as the number of the request
    that it was given out for, and its bytes; () for none."""
    doubts: tuple[Doubt, ...] = ()

    @classmethod
    def of(
        cls,
        summary: str,
        confidence: Confidence,
        evidence: Iterable[Evidence | str] = (),
        advice: Iterable[Advice | str] = (),
        *,
        cause: str = "",
        blame: tuple[Blame, ...] = (),
        title: str = "",
        quotes: tuple[SourceLine, ...] = (),
        about: tuple[str, ...] = (),
        under_guard: bool = False,
        block: tuple[int, ...] = (),
        doubts: Iterable[Doubt] = (),
    ) -> "Finding":
        """One whose reasons and steps may be plain sentences, of which "" is none. cause: "" for
        the first of its rule, whose decorator fills it in."""
        return cls(
            cause,
            summary,
            confidence,
            blame,
            tuple([Evidence(one) if isinstance(one, str) else one for one in evidence if one]),
            tuple([Advice(one) if isinstance(one, str) else one for one in advice if one]),
            quotes=quotes,
            title=title,
            about=about,
            under_guard=under_guard,
            block=block,
            doubts=tuple(doubts),
        )


class NotChecked(NamedTuple):
    """A rule that did not run, and why."""

    rule: str
    reason: str


class SetAside(NamedTuple):
    """What a rule found, and is not told, as something speaks against it or says it better."""

    rule: str
    because: str
    """As a clause."""


class Diagnosis(NamedTuple):
    """findings: best first, never empty."""

    findings: tuple[Finding, ...]
    not_checked: tuple[NotChecked, ...] = ()
    warnings: tuple[str, ...] = ()
    set_aside: tuple[SetAside, ...] = ()

"""Texts that a report may hold, and that mean something to what reads its formats."""

from __future__ import annotations

from atfault.model.report import LocalReport

TEXTS = (
    "%0A::add-mask::x",
    "\n::error file=x::forged",
    "##[add-path]/forged",
    "]]>&lt;<!-- --><![CDATA[",
    "\x00\x1b[31m\ufffe\ud800\u202e",
    "a,b:c=d;e",
    "```\n# forged\n```</details><script>",
    "@somebody #1",
    "y" * 3000,
)


def with_text(report, text):
    """The report with `text` wherever a text may stand in it."""
    finding = report.diagnosis[0]
    blame = tuple(
        one._replace(
            file=f"{one.file}{text}",
            function=text,
            thread=text,
            source=tuple(line._replace(text=text) for line in one.source),
        )
        for one in finding.blame
    )
    finding = finding._replace(
        summary=text,
        title=text,
        blame=blame,
        evidence=tuple(one._replace(text=text) for one in finding.evidence),
        advice=tuple(one._replace(text=text, command=text) for one in finding.advice),
    )
    threads = tuple(
        thread._replace(
            name=text,
            frames=tuple(
                frame._replace(
                    function=text,
                    qualname=text,
                    code=text,
                    locals=frame.locals and (LocalReport(text, text, text),),
                )
                for frame in thread.frames
            ),
        )
        for thread in report.threads
    )
    return report._replace(
        headline=text, command=(text,), diagnosis=(finding,), threads=threads, warnings=(text,)
    )

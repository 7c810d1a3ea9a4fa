"""The text of `atfault doctor`: what stands in the way first, each with its cure.

2 things stand in the way of debugging on this machine

  core-size: no core is written: the soft limit, which this shell's programs inherit
    looked at  /proc/self/limits: Max core file size 0 (soft), unlimited (hard)
    do         raise it in the shell that starts the program
               ulimit -S -c unlimited

  Worth knowing
    core-name: all cores have the same name: the next one overwrites it
…
  24 checks found nothing: -v shows them
"""

from __future__ import annotations

from collections.abc import Iterator

from atfault.model.doctor import CheckReport, DoctorReport, State
from atfault.report.escape import clean
from atfault.report.layout import PLAIN, Style, wrapped

_INDENT = "    "
_MAX_WIDTH = 110
_FURTHER: tuple[tuple[State, str], ...] = (
    ("note", "Worth knowing"),
    ("unknown", "Could not be looked at"),
)


def render_doctor(
    report: DoctorReport, *, style: Style = PLAIN, width: int = 100, verbose: bool = False
) -> str:
    """The whole text, with a line break at its end."""
    writer = _Writer(style, min(width, _MAX_WIDTH), verbose)
    return "\n".join(writer.lines(report)) + "\n"


class _Writer:
    def __init__(self, style: Style, width: int, verbose: bool) -> None:
        self._style = style
        self._width = width
        self._verbose = verbose

    def lines(self, report: DoctorReport) -> Iterator[str]:
        yield self._style.paint("strong", clean(_headline(report)))
        for one in _of(report, "problem"):
            yield ""
            yield from self._check(one, "alarm", with_cure=True)
        for state, words in _FURTHER:
            found = _of(report, state)
            if found:
                yield ""
                yield f"  {self._style.paint('strong', words)}"
            for one in found:
                yield from self._check(one, "warning", with_cure=self._verbose or state == "note")
        fine = _of(report, "ok")
        if self._verbose and fine:
            yield ""
            yield f"  {self._style.paint('strong', 'Nothing in the way')}"
            for one in fine:
                yield from self._check(one, "quiet", with_cure=True)
        elif fine:
            yield ""
            plural = "checks" if len(fine) != 1 else "check"
            yield self._style.paint("quiet", f"  {len(fine)} {plural} found nothing: -v shows them")
        if report.python:
            yield ""
            words = f"  packages: those of {report.python}"
            yield self._style.paint("quiet", clean(words))

    def _check(self, one: CheckReport, role: str, *, with_cure: bool) -> Iterator[str]:
        verdict = one.verdict
        text = f"  {clean(one.id)}: {clean(verdict.meaning)}"
        first, *rest = wrapped(text, self._width, hanging=4)
        head = f"  {clean(one.id)}"
        yield self._style.paint(role, head) + first[len(head) :]
        yield from rest
        if verdict.looked_at and (verdict.state == "problem" or self._verbose):
            yield from self._pair("looked at", verdict.looked_at)
        for cure in verdict.cure if with_cure else ():
            yield from self._pair("do", cure.text)
            if cure.command is not None:
                command = self._style.paint("command", clean(cure.command))
                yield f"{_INDENT}{'':<11}{command}"

    def _pair(self, name: str, text: str) -> Iterator[str]:
        lines = wrapped(clean(text), max(self._width - 15, 20))
        for number, line in enumerate(lines):
            yield f"{_INDENT}{'' if number else name:<9}  {line}"


def _of(report: DoctorReport, state: State) -> list[CheckReport]:
    return [one for one in report.checks if one.verdict.state == state]


def _headline(report: DoctorReport) -> str:
    count = report.count("problem")
    if not count:
        return f"Nothing stands in the way of debugging {_place(report)}"
    things = "1 thing stands" if count == 1 else f"{count} things stand"
    return f"{things} in the way of debugging {_place(report)}"


def _place(report: DoctorReport) -> str:
    return "on this machine" if report.subject == "this machine" else report.subject

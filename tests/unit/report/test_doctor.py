"""The text of `atfault doctor`."""

from __future__ import annotations

from atfault.model.doctor import CheckReport, DoctorReport, Verdict
from atfault.model.findings import Advice
from atfault.report.doctor import render_doctor
from atfault.report.layout import ANSI


def made(*states: str) -> DoctorReport:
    cure = (Advice("raise it", "ulimit -c unlimited"),)
    checks = tuple(
        CheckReport(
            f"check-{at}", "title", "group", Verdict(state, f"meaning {at}", "/proc/x", cure)
        )
        for at, state in enumerate(states)
    )
    return DoctorReport("2026-11-22T00:00:00Z", "0.1", "this machine", "/usr/bin/python", checks)


def test_what_is_in_the_way_comes_first_with_its_cure():
    text = render_doctor(made("ok", "note", "problem", "unknown"))
    assert text.startswith("1 thing stands in the way of debugging on this machine\n\n  check-2")
    order = [text.index(f"check-{at}") for at in (2, 1, 3)]
    assert order == sorted(order) and "check-0" not in text
    assert "    looked at  /proc/x\n    do         raise it\n" in text
    assert "\n               ulimit -c unlimited\n" in text
    assert "1 check found nothing: -v shows them" in text


def test_nothing_in_the_way_is_said_at_once():
    text = render_doctor(made("ok", "note"))
    assert text.startswith("Nothing stands in the way of debugging on this machine\n")
    assert "check-0" in render_doctor(made("ok"), verbose=True)


def test_names_of_the_system_cannot_write_to_the_terminal():
    report = made("problem")
    hostile = report.checks[0].verdict._replace(meaning="\x1b[2J", looked_at="\x1b]0;x\x07")
    report = report._replace(checks=(report.checks[0]._replace(verdict=hostile),))
    assert "\x1b" not in render_doctor(report)
    assert "\x1b[2J" not in render_doctor(report, style=ANSI)


def test_it_fits_a_narrow_terminal():
    report = made("problem")
    long = report.checks[0].verdict._replace(meaning="many words " * 30, looked_at="a b " * 60)
    report = report._replace(checks=(report.checks[0]._replace(verdict=long),))
    assert max(map(len, render_doctor(report, width=60).splitlines())) <= 60

"""A section of a report that cannot be shown leaves a line, and the others stand as ever."""

from __future__ import annotations

import pytest

from atfault.report.html import render_html
from atfault.report.issue import render_issue
from atfault.report.text import render
from support.crash_reports import out_of_bounds


def failing(*_, **__):
    raise IndexError("bad <b>\x1b[2J")


@pytest.mark.parametrize("section", ["_headline", "_answer", "_stacks", "_warnings", "_ending"])
def test_a_section_of_the_text_that_fails_leaves_a_line(section, containing, monkeypatch):
    whole = render(out_of_bounds())
    monkeypatch.setattr(f"atfault.report.text._TextReport.{section}", failing)
    text = render(out_of_bounds())
    told = " ".join(text.split())
    assert "failed: IndexError: bad <b>\\x1b[2J (test_sections.py:" in told
    assert "please report it, with the output of the same command under ATFAULT_DEBUG=1" in told
    left = [line for line in whole.splitlines() if line in text]
    assert len(left) > len(whole.splitlines()) / 4


@pytest.mark.parametrize("section", ["_title", "_finding", "_threads", "_small_print"])
def test_a_section_of_the_page_that_fails_leaves_a_line(section, containing, monkeypatch):
    monkeypatch.setattr(f"atfault.report.html.{section}", failing)
    page = render_html(out_of_bounds())
    assert "failed: IndexError: bad &lt;b&gt;\\x1b[2J (test_sections.py:" in page
    assert page.rstrip().endswith("</html>") and page.count("<h2>") >= 1


def test_a_section_of_a_bug_report_that_fails_leaves_a_line(containing, monkeypatch):
    monkeypatch.setattr("atfault.report.issue._stacks", failing)
    text = render_issue(out_of_bounds())
    assert "writing the stacks failed: IndexError" in text and "## What happened" in text


def test_in_our_own_tests_a_section_that_fails_is_an_error(monkeypatch):
    monkeypatch.setattr("atfault.report.html._threads", failing)
    with pytest.raises(IndexError):
        render_html(out_of_bounds())

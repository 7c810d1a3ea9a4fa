from __future__ import annotations

import mistune
import pytest

from atfault.report.summary import render_markdown
from support.crash_reports import out_of_bounds
from support.hostile import TEXTS, with_text
from support.lock_hang_reports import deadlock


def shown(report):
    return mistune.html(render_markdown(report))


def test_it_tells_cause_line_reasons_and_the_next_step():
    text = render_markdown(out_of_bounds())
    assert text.startswith("## ") and "**out-of-bounds** (certain)" in text
    assert "**Next**" in text and "<details>" in text


def test_a_hang_has_no_crashed_thread_and_is_told():
    assert "**deadlock**" in render_markdown(deadlock())


@pytest.mark.parametrize("text", TEXTS)
def test_hostile_text_makes_no_headings_and_no_tags(text):
    plain, hostile = (
        shown(report) for report in (out_of_bounds(), with_text(out_of_bounds(), text))
    )
    for tag in ("<h1", "<h2", "<details", "</details", "<a ", "<img"):
        assert hostile.count(tag) == plain.count(tag), tag
    assert "<script" not in hostile and "<!--" not in hostile

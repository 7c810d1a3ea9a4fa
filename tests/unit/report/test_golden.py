"""Whole reports as people see them; `pytest --update-golden` writes them anew."""

from __future__ import annotations

import pytest

from atfault.report.html import render_html
from atfault.report.text import render
from support.hang_reports import hostile_hang
from support.report_parts import CWD
from support.samples import SAMPLES

FOOTER = "saved as report 12: atfault show 12"


@pytest.mark.parametrize("name", SAMPLES)
def test_text(name, golden):
    golden(f"{name}.txt", render(SAMPLES[name](), cwd=CWD, footer=FOOTER))


NARROW = [
    "null_dereference",
    "cpp_abort",
    "thousand_threads",
    "deadlock",
    "three_processes",
    "event_loop_blocked",
]
VERBOSE = ["out_of_bounds", "null_dereference", "dead_child", "deadlock", "three_processes"]


@pytest.mark.parametrize("name", NARROW)
def test_text_of_a_narrow_terminal(name, golden):
    golden(f"{name}.60.txt", render(SAMPLES[name](), cwd=CWD, width=60))


@pytest.mark.parametrize("name", VERBOSE)
def test_text_with_everything(name, golden):
    golden(f"{name}.verbose.txt", render(SAMPLES[name](), cwd=CWD, verbose=True))


@pytest.mark.parametrize("name", SAMPLES)
def test_html(name, golden):
    golden(f"{name}.html", render_html(SAMPLES[name](), cwd=CWD))


def test_a_hostile_hang(golden):
    golden("hostile_hang.txt", render(hostile_hang(), cwd=CWD))
    golden("hostile_hang.html", render_html(hostile_hang(), cwd=CWD))

"""The table of a stress run, in text and HTML, and its way through JSON."""

from __future__ import annotations

from atfault.model.codec import decode, encode
from atfault.report.html import render_html
from atfault.report.stress import stress_title
from atfault.report.text import render
from support.report_parts import CWD
from support.stress_reports import compared, environment, hostile, no_race, race, stress_report


def row(text, name):
    """The cells of one row of the table."""
    line = next(line for line in text.splitlines() if line.strip().startswith(name))
    return line.strip()[len(name) :].split()


def test_a_row_adds_up_the_runs_of_one_thread():
    assert row(render(race(), cwd=CWD), "one thread")[:3] == ["5", "0", "100,000"]


def test_what_failed_stands_beside_its_counts():
    cells = row(render(race(), cwd=CWD, width=120), "many threads")
    assert cells[:3] == ["3", "3", "25,333"]
    assert " ".join(cells[3:]) == "SIGSEGV in brush_fill (libbrush.so), brush.py:9"


def test_a_phase_that_was_not_run_says_why():
    cells = row(render(no_race(), cwd=CWD), "many threads, one lock")
    assert " ".join(cells) == "not run: nothing failed without it"


def test_calls_that_were_cut_down_are_told():
    assert "12 calls each in a round (of 1,000 asked for" in render(no_race(), cwd=CWD)
    assert "asked for" not in stress_title(race().stress)


def test_environments_stand_side_by_side():
    text = render(compared(), cwd=CWD)
    assert row(text, "Python") == ["3.11.7", "3.13.0"]
    assert row(text, "numpy") == ["1.26.4", "2.4.6"]
    assert row(text, "verdict") == ["data-race", "(certain)", "no-race-found", "(likely)"]


def test_packages_of_other_versions_come_first():
    text = render(compared(), cwd=CWD)
    assert text.index("numpy") < text.index("brushes")


def test_the_stack_of_a_child_that_died_is_shown_and_its_cause_once():
    text = render(race(), cwd=CWD)
    assert 'Thread "MainThread" 4711 crashed' in text
    assert "(paint.py:16), 2 times" in text
    assert "-v also shows 2 crash reports" in text


def test_verbose_shows_each_child():
    assert render(race(), cwd=CWD, verbose=True).count("Child process") == 2


def test_a_free_threaded_build_is_named():
    one = environment()._replace(free_threaded=True, gil_enabled=False)
    assert "CPython 3.11.7, free-threaded, " in render(stress_report(one), cwd=CWD)
    one = one._replace(gil_enabled=True)
    assert "free-threaded with the GIL" in render(stress_report(one), cwd=CWD)


def test_foreign_text_cannot_reach_the_terminal_or_the_page():
    text = render(hostile(), cwd=CWD)
    assert all(char.isprintable() or char == "\n" for char in text)
    page = render_html(hostile(), cwd=CWD)
    assert page.count("<script") == 1  # our own


def test_the_page_has_the_table_of_each_environment():
    page = render_html(compared(), cwd=CWD)
    assert page.count("<td>many threads, one lock</td>") == 2
    assert "<b>old</b>" in page


def test_the_stress_part_survives_json():
    for report in (race(), no_race(), compared()):
        assert decode(encode(report)).stress == report.stress


def test_a_damaged_stress_part_is_read_as_far_as_it_goes():
    plain = encode(race())
    plain["stress"] = {"target": 5, "close": [1, "x"], "environments": [{"phases": [{}, 7]}, 3]}
    stress = decode(plain).stress
    assert stress.target == ""
    assert stress.close is None
    assert [phase.runs for phase in stress.environments[0].phases] == [0]
    render(decode(plain))
    plain["stress"] = {}
    render(decode(plain))

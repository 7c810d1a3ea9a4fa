"""The ranks of a job in the report: JSON, text and HTML."""

from __future__ import annotations

from atfault.compose.job import job_report
from atfault.model.findings import Finding
from atfault.report.html import render_html
from atfault.report.json import dumps, loads
from atfault.report.text import render
from support.jobs import call, elsewhere, in_call, job
from support.report_parts import python_frame, report, thread
from support.schema import validate

REDUCE = call(shape="[10]", dtype="float32")
FINDING = Finding("waits-for-rank", "rank 2 is stopped", "likely", family="hang")


def child(number):
    frames = [python_frame("train", "train.py", 27 if number != 2 else 14)]
    made = report([FINDING], [thread("MainThread", 200 + number, frames)], kind="hang")
    unknown = Finding("unknown", "looked at together", "possible")
    return made._replace(process=made.process._replace(pid=200 + number), diagnosis=(unknown,))


def told():
    ranks = [in_call(number, REDUCE) for number in (0, 1, 3)]
    made = job_report(job(*ranks, elsewhere(2, "stopped"), world=8, missing=(4,)))
    return report(
        [FINDING], [thread("MainThread", 100, [])], kind="hang",
        children=tuple(map(child, range(4))), job=made,
    )  # fmt: skip


def test_ranks_in_one_place_are_one_group_of_the_largest_first():
    made = told().job
    assert made is not None
    places = [(group.ranks, group.place, group.pids) for group in made.groups]
    assert places == [
        ("0,1,3", "all_reduce of float32[10] at train.py:27", (200, 201, 203)),
        ("2", "save at train.py:14, stopped", (202,)),
    ]
    assert (made.world, made.odd, made.missing) == (8, (2,), (4,))


def test_a_job_keeps_to_the_contract_and_is_read_again():
    made = told()
    validate(dumps(made))
    assert loads(dumps(made)).job == made.job


def test_the_text_has_one_stack_a_group():
    text = render(told())
    assert "ranks 0,1,3 (3): all_reduce of float32[10] at train.py:27" in text
    assert "rank 2 (1): save at train.py:14, stopped" in text
    assert text.count("train.py:27 ") == 1
    assert "Child process" not in text
    assert "Child process 203" in render(told(), verbose=True)


def test_hostile_names_are_escaped():
    ranks = [in_call(0), elsewhere(1, "stopped", function="<b>\x1b[31m")]
    made = told()._replace(job=job_report(job(*ranks)))
    assert "\x1b" not in render(made)
    page = render_html(made)
    assert "<b>\x1b" not in page and "<meter" in page


def test_the_page_shows_the_groups():
    page = render_html(told())
    assert "Ranks of the job" in page and "0,1,3 (3)" in page

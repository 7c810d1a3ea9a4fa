"""What a journal says of the tests, while they run and behind them."""

from __future__ import annotations

import os
from types import SimpleNamespace

import pytest

from atfault.pytest_plugin.journal import PHASES, Journal, report_of

ITEM = SimpleNamespace(nodeid="test_a.py::test_one", location=("test_a.py", 0, "one"), keywords={})


def serialized(config, report):
    return {"when": report.when, "outcome": report.outcome}


@pytest.fixture
def journal():
    journal = Journal()
    hook = SimpleNamespace(pytest_report_to_serializable=serialized)
    journal.begin(SimpleNamespace(hook=hook))
    yield journal
    os.close(journal.fd)


def report(when: str, outcome: str = "passed", sections=()) -> pytest.TestReport:
    return pytest.TestReport(
        ITEM.nodeid, ITEM.location, {}, outcome, None, when, sections, 0.25, 1.0, 1.25
    )


def test_a_test_stands_until_its_last_phase_is_told(journal) -> None:
    journal.pytest_runtest_protocol(ITEM)
    for when in PHASES:
        assert journal.place() == ("test", ITEM.nodeid)
        journal.pytest_runtest_logreport(report(when))
    assert journal.place() == ("", "")
    (told,) = journal.tests()
    assert told.is_done
    found = [report_of(record, ITEM, None) for record in told.reports]
    assert [(one.when, one.start, one.stop, one.duration) for one in found] == [
        (when, 1.0, 1.25, 0.25) for when in PHASES
    ]


@pytest.mark.parametrize(
    ("last", "is_done"),
    [
        (report("teardown", "failed"), True),
        (report("teardown", sections=(("out", "heard"),)), True),
        (report("teardown", "rerun"), False),
        (report("call", "failed"), False),
    ],
)
def test_it_is_done_with_an_outcome_of_pytest_s_own(journal, last, is_done) -> None:
    journal.pytest_runtest_protocol(ITEM)
    journal.pytest_runtest_logreport(last)
    assert [one.is_done for one in journal.tests()] == [is_done]
    assert journal.place() == (("", "") if is_done else ("test", ITEM.nodeid))


def test_a_fork_of_a_test_writes_nothing(journal) -> None:
    journal.pytest_runtest_protocol(ITEM)
    child = os.fork()
    if not child:
        journal.pytest_runtest_logreport(report("setup"))
        os._exit(0)
    os.waitpid(child, 0)
    assert journal.tests()[0].reports == ()


def test_more_than_its_room_is_kept_whole(journal) -> None:
    for _ in range(1000):
        journal.pytest_runtest_protocol(ITEM)
        for when in PHASES:
            journal.pytest_runtest_logreport(report(when))
    told = journal.tests()
    assert [one.is_done for one in told] == [True] * 1000
    assert {len(one.reports) for one in told} == {3}

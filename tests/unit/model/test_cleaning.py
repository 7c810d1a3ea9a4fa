"""What is taken out of a report."""

from __future__ import annotations

from atfault.model.cleaning import without_locals, without_secrets
from atfault.model.findings import Advice, Evidence, Finding
from atfault.model.report_waits import ActivityReport, ThreadActivityReport
from support.crash_reports import null_dereference


def test_no_value_of_a_variable_is_left_anywhere() -> None:
    one = null_dereference()
    activity = ThreadActivityReport(1, 0.0, 1.0, True, ("i 1 → 2",), ("secret = 5",))
    one = one._replace(activity=ActivityReport(1.0, 2, (activity,)))
    report = without_locals(one._replace(children=(one,), again=(one,)))
    for part in (report, *report.children, *report.again):
        assert all(frame.locals is None for thread in part.threads for frame in thread.frames)
        assert part.activity is not None
        assert part.activity.threads[0].changed == part.activity.threads[0].fixed == ()
    assert any(frame.locals for thread in one.threads for frame in thread.frames)
    assert report.diagnosis == one.diagnosis


def test_sentences_are_masked_in_all_reports_inside() -> None:
    url = "pg://ada:hunter2@db/x"
    finding = Finding(
        "unknown",
        f"connecting to {url}",
        "possible",
        evidence=(Evidence(f"the program said: {url}"),),
        advice=(Advice("try", "app --password hunter2"),),
    )
    one = null_dereference()._replace(diagnosis=(finding,), warnings=(url,), headline=url)
    report = without_secrets(one._replace(children=(one,), again=(one,)))
    assert "hunter2" not in repr(report)
    assert "--password <masked>" in repr(report)

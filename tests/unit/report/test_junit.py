from __future__ import annotations

from xml.etree import ElementTree

import pytest

from atfault.report.junit import render_junit
from atfault.report.text import render
from support.crash_reports import out_of_bounds
from support.hostile import TEXTS, with_text


def document(report):
    return ElementTree.fromstring(render_junit(report, render).encode())


def test_a_report_is_a_test_that_failed():
    suite = document(out_of_bounds()).find("testsuite")
    (case,) = suite
    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")
    assert case.get("classname") == "out-of-bounds" and case.get("file").endswith(".py")
    (failure,) = case
    assert failure.get("type") == "out-of-bounds" and "Next" in failure.text


def test_so_is_each_process_that_died_with_it():
    report = out_of_bounds()
    suite = document(report._replace(children=(report, report))).find("testsuite")
    assert [suite.get("tests"), len(suite)] == ["3", 3]


@pytest.mark.parametrize("text", TEXTS)
def test_hostile_text_is_text(text):
    suite = document(with_text(out_of_bounds(), text)).find("testsuite")
    assert [one.tag for one in suite.iter()] == ["testsuite", "testcase", "failure"]


@pytest.mark.parametrize("created", ["", "yesterday", "2026-11-24T00:00:00Z", "9" * 100])
def test_the_time_is_one(created):
    stamp = document(out_of_bounds()._replace(created=created)).find("testsuite").get("timestamp")
    assert stamp in ("2026-11-24T00:00:00", "1970-01-01T00:00:00")

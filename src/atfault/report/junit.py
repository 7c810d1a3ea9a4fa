"""A report as JUnit's XML, as Jenkins, GitLab and others read it: one test that failed, and one for
each process that died with it.

    <testsuites>
      <testsuite name="atfault" tests="1" failures="1" errors="0" …>
        <testcase classname="null-dereference" name="Segmentation fault in …" file="…" line="9">
          <failure type="null-dereference" message="strlen read from address 0 …">…</failure>
"""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from atfault.model.report import Report
from atfault.report.escape import clean, crop
from atfault.report.headline import headline
from atfault.report.places import Places, command_line

MAX_NAME, MAX_MESSAGE, MAX_TEXT = 300, 2000, 1 << 18
MAX_CHILDREN = 100


def render_junit(report: Report, text: Callable[[Report], str], cwd: str = "") -> str:
    """The document. text: makes the report for people, which stands in the test. cwd: the reader's
    folder."""
    reports = (report, *report.children[:MAX_CHILDREN])
    top = Element("testsuites")
    many = str(len(reports))
    suite = SubElement(
        top,
        "testsuite",
        name="atfault",
        tests=many,
        failures=many,
        errors="0",
        skipped="0",
        time="0",
        timestamp=_seconds(report.created),
    )
    for one in reports:
        _add_test(suite, one, text(one._replace(children=())), Places(one, cwd))
    indent(top)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(top, "unicode") + "\n"


def _add_test(suite: Element, report: Report, text: str, places: Places) -> None:
    finding = report.diagnosis[0]
    cause = crop(clean(finding.cause), MAX_NAME)
    title = crop(clean(report.headline or headline(report)), MAX_NAME)
    test = SubElement(suite, "testcase", classname=cause, name=title, time="0")
    if finding.blame:
        test.set("file", crop(places.short(finding.blame[0].file), MAX_MESSAGE, keep_end=True))
        if finding.blame[0].line is not None:
            test.set("line", str(finding.blame[0].line))
    message = crop(places.answer(finding), MAX_MESSAGE)
    failure = SubElement(test, "failure", type=cause, message=message)
    command = command_line(report)
    lines = [f"$ {crop(command, MAX_MESSAGE)}", ""] if command else []
    lines += text[:MAX_TEXT].splitlines()
    failure.text = "\n" + "\n".join(map(clean, lines)) + "\n"


def _seconds(created: str) -> str:
    """An xs:dateTime without a zone, as JUnit's schema has it; the epoch for what is none."""
    moment = created[:19]
    digits = moment.translate(str.maketrans("", "", "-T:"))
    is_one = len(moment) == 19 and len(digits) == 14 and digits.isascii() and digits.isdigit()
    return moment if is_one else "1970-01-01T00:00:00"

from __future__ import annotations

import json

import pytest

from atfault.report.otel import render_otel
from atfault.report.text import render
from support.crash_reports import out_of_bounds
from support.hostile import TEXTS, with_text
from support.lock_hang_reports import deadlock


def record_of(report):
    logs = json.loads(render_otel(report, render))
    (record,) = logs["resourceLogs"][0]["scopeLogs"][0]["logRecords"]
    return record


def attributes(record):
    return {one["key"]: next(iter(one["value"].values())) for one in record["attributes"]}


@pytest.mark.parametrize(("made", "severity"), [(out_of_bounds, "FATAL"), (deadlock, "FATAL")])
def test_a_record_has_cause_line_and_the_whole_report(made, severity):
    report = made()
    record = record_of(report)
    found, finding = attributes(record), report.diagnosis[0]
    assert found["exception.type"] == finding.cause
    assert found["code.line.number"] == str(finding.blame[0].line)
    assert record["severityText"] == severity and int(record["timeUnixNano"]) > 0
    assert finding.cause in record["body"]["stringValue"]


@pytest.mark.parametrize("created", ["", "soon", "0001-01-01T00:00:00Z", "9999-99-99T"])
def test_a_time_that_is_none_is_unknown(created):
    assert record_of(out_of_bounds()._replace(created=created))["timeUnixNano"] == "0"


@pytest.mark.parametrize("text", TEXTS)
def test_hostile_text_is_text(text):
    line = render_otel(with_text(out_of_bounds(), text), render)
    assert line.endswith("\n") and line[:-1].isprintable()


@pytest.mark.parametrize("text", ["plain", *TEXTS])
def test_opentelemetry_reads_it(text):
    logs = pytest.importorskip("opentelemetry.proto.logs.v1.logs_pb2", reason="of make test-all")
    parse = pytest.importorskip("google.protobuf.json_format").Parse
    line = render_otel(with_text(out_of_bounds(), text), render)
    record = parse(line, logs.LogsData()).resource_logs[0].scope_logs[0].log_records[0]
    assert record.severity_number == 21 and record.event_name == "atfault.report"

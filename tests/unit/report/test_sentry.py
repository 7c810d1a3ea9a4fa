"""An envelope, as Sentry takes it: by its schema, where ATFAULT_SENTRY_SCHEMA names the file of
getsentry/sentry-data-schemas (relay/event.schema.json), and by what its SDK reads."""

from __future__ import annotations

import json
import os

import jsonschema
import pytest

from atfault.report.sentry import render_envelope
from support.crash_reports import cpp_abort, null_dereference, out_of_bounds, stack_overflow
from support.hostile import TEXTS, with_text
from support.lock_hang_reports import deadlock

SCHEMA = os.environ.get("ATFAULT_SENTRY_SCHEMA")


def event_of(report):
    header, item, body, rest = render_envelope(report).split("\n")
    assert rest == "" and json.loads(item)["length"] == len(body.encode())
    event = json.loads(body)
    assert json.loads(header)["event_id"] == event["event_id"]
    if SCHEMA:
        with open(SCHEMA, encoding="utf-8") as file:
            jsonschema.validate(event, json.load(file))
    return event


@pytest.mark.parametrize(
    "made", [out_of_bounds, null_dereference, cpp_abort, stack_overflow, deadlock]
)
def test_an_event_has_frames_of_both_kinds_and_the_cause(made):
    report = made()
    event = event_of(report)
    (exception,) = event["exception"]["values"]
    cause = report.diagnosis[0].cause
    assert exception["type"] == event["tags"]["atfault.cause"] == cause
    kinds = {frame["platform"] for frame in exception["stacktrace"]["frames"]}
    assert "python" in kinds
    assert len(event["event_id"]) == 32 and len(event["threads"]["values"]) == len(report.threads)


def test_the_outermost_frame_comes_first():
    report = out_of_bounds()
    frames = event_of(report)["exception"]["values"][0]["stacktrace"]["frames"]
    first, last = report.threads[0].frames[-1], report.threads[0].frames[0]
    assert frames[0]["function"] in (first.function, first.qualname)
    assert frames[-1]["function"] in (last.function, last.qualname)


def test_the_same_report_makes_the_same_event():
    one, same = event_of(out_of_bounds()), event_of(out_of_bounds())
    other = event_of(null_dereference())
    assert one == same and one["event_id"] != other["event_id"]
    assert one["fingerprint"] != other["fingerprint"]


@pytest.mark.parametrize("text", TEXTS)
def test_hostile_text_is_text(text):
    event = event_of(with_text(out_of_bounds(), text))
    assert all(len(value) < 200 for value in event["tags"].values())
    told = json.dumps(event, ensure_ascii=False)
    assert told.isprintable()


def test_its_sdk_reads_it():
    envelope = pytest.importorskip("sentry_sdk.envelope", reason="of make test-all")
    text = render_envelope(out_of_bounds())
    found = envelope.Envelope.deserialize(text.encode())
    assert found.get_event()["tags"]["atfault.cause"] == "out-of-bounds"

"""The JSON Schema: every report fits it, and it is strict enough to notice what does not."""

from __future__ import annotations

import copy
import json

import jsonschema
import pytest

from atfault.model.report import (
    ActivityReport,
    FrameReport,
    PlaceReport,
    ProcessReport,
    Report,
    SignalReport,
    TaskReport,
    ThreadActivityReport,
    ThreadReport,
    WaitEdge,
    WaitGraph,
    WaitNode,
)
from atfault.report.json import dumps
from support.crash_reports import out_of_bounds
from support.samples import SAMPLES
from support.schema import SCHEMA, validate


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_fits_the_schema(name):
    validate(dumps(SAMPLES[name]()))


def test_the_schema_is_itself_valid():
    with open(SCHEMA, encoding="utf-8") as file:
        jsonschema.Draft202012Validator.check_schema(json.load(file))


@pytest.mark.parametrize(
    ("definition", "record"),
    [
        ("report", Report),
        ("signal", SignalReport),
        ("thread", ThreadReport),
        ("frame", FrameReport),
        ("process", ProcessReport),
        ("place", PlaceReport),
        ("wait_graph", WaitGraph),
        ("wait_node", WaitNode),
        ("wait_edge", WaitEdge),
        ("task", TaskReport),
        ("activity", ActivityReport),
        ("thread_activity", ThreadActivityReport),
    ],
)
def test_the_schema_knows_every_field_and_requires_those_without_default(definition, record):
    with open(SCHEMA, encoding="utf-8") as file:
        known = json.load(file)["$defs"][definition]
    assert list(known["properties"]) == list(record._fields)
    required = [field for field in record._fields if field not in record._field_defaults]
    assert known["required"] == required


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("schema",), "atfault.report/2"),
        (("kind",), "bang"),
        (("created",), "yesterday"),
        (("diagnosis",), []),
        (("diagnosis", 0, "cause"), "Out of bounds"),
        (("diagnosis", 0, "confidence"), "sure"),
        (("diagnosis", 0, "evidence", 0), "text"),
        (("signal", "number"), 0),
        (("signal", "address"), 24),
        (("process", "pid"), "4711"),
        (("threads", 0, "holds_gil"), "yes"),
        (("threads", 0, "frames", 0, "kind"), "c++"),
        (("threads", 0, "frames", 0, "trust"), "python"),
        (("threads", 0, "frames", 0, "address"), None.__class__),
        (("threads", 0, "frames", 0, "line"), -1),
        (("children",), [{}]),
    ],
)
def test_the_schema_refuses_wrong_values(path, value):
    plain = json.loads(dumps(out_of_bounds()))
    spot = plain
    for step in path[:-1]:
        spot = spot[step]
    spot[path[-1]] = 1.5 if isinstance(value, type) else value
    with pytest.raises(jsonschema.ValidationError):
        validate(json.dumps(plain))


def test_every_required_field_is_missed_when_it_is_gone():
    plain = json.loads(dumps(out_of_bounds()))
    for field in Report._fields[: -len(Report._field_defaults)]:
        without = copy.deepcopy(plain)
        del without[field]
        with pytest.raises(jsonschema.ValidationError):
            validate(json.dumps(without))

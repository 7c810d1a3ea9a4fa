"""The JSON Schema: every report fits it, and it is strict enough to notice what does not."""

from __future__ import annotations

import copy
import json
import re

import jsonschema
import pytest

from atfault.model import findings, report, report_company, report_numba, report_waits, stress
from atfault.model.report import Report
from atfault.report.json import dumps
from support.crash_reports import out_of_bounds
from support.samples import SAMPLES
from support.schema import SCHEMA, validate

GREAT = ("stack_overflow", "thousand_threads")


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=pytest.mark.slow) if one in GREAT else one for one in SAMPLES],
)
def test_every_sample_fits_the_schema(name):
    validate(dumps(SAMPLES[name]()))


def test_the_schema_is_itself_valid():
    with open(SCHEMA, encoding="utf-8") as file:
        jsonschema.Draft202012Validator.check_schema(json.load(file))


RECORDS = {
    record.__name__: record
    for module in (findings, report, report_company, report_numba, report_waits, stress)
    for record in vars(module).values()
    if hasattr(record, "_fields") and record.__module__ == module.__name__
}
WITHIN = ("Advice", "Diagnosis", "Evidence", "PythonReport")
"""Not defined by themselves: they stand in the definition of what has them, or in no report."""


REQUIRED = (
    *("Report", "SignalReport", "ThreadReport", "FrameReport", "ProcessReport", "PlaceReport"),
    *("WaitGraph", "WaitNode", "WaitEdge", "TaskReport", "ActivityReport", "ThreadActivityReport"),
)


def definition_of(name):
    """ThreadActivityReport: "thread_activity"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name.removesuffix("Report") or name).lower()


@pytest.mark.parametrize("name", sorted(RECORDS.keys() - set(WITHIN)))
def test_the_schema_knows_every_field_of_every_record(name):
    with open(SCHEMA, encoding="utf-8") as file:
        known = json.load(file)["$defs"][definition_of(name)]
    assert set(known["properties"]) == set(RECORDS[name]._fields)


@pytest.mark.parametrize("name", [*REQUIRED])
def test_the_schema_requires_the_fields_without_default(name):
    record = RECORDS[name]
    with open(SCHEMA, encoding="utf-8") as file:
        known = json.load(file)["$defs"][definition_of(name)]
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

"""A report as a log record of OpenTelemetry, in OTLP's JSON: the collector's file receiver reads
it, and its HTTP receiver takes it at /v1/logs.

https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding; the names of attributes are those
of the semantic conventions for exceptions, code and processes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

from atfault.model.report import Report
from atfault.report.escape import clean, crop
from atfault.report.headline import headline
from atfault.report.places import Places, command_line
from atfault.version import __version__

SEVERITIES = {"certain": (21, "FATAL"), "likely": (17, "ERROR"), "possible": (13, "WARN")}
MAX_TEXT, MAX_STACK = 4000, 1 << 16
Value = str | int | None


def render_otel(report: Report, text: Callable[[Report], str], cwd: str = "") -> str:
    """One line of JSON. text: makes the report for people, which is the record's body. cwd: the
    reader's folder."""
    finding = report.diagnosis[0]
    places = Places(report, cwd)
    number, name = SEVERITIES.get(finding.confidence, SEVERITIES["likely"])
    record = {
        "timeUnixNano": _nanoseconds(report.created),
        "severityNumber": number,
        "severityText": name,
        "eventName": "atfault.report",
        "body": _string(_lines(text(report))),
        "attributes": _attributes(_told(report, places)),
    }
    scope = {"name": "atfault", "version": __version__}
    logs = {"scope": scope, "logRecords": [record]}
    resource = {"attributes": _attributes(_resource(report))}
    return json.dumps({"resourceLogs": [{"resource": resource, "scopeLogs": [logs]}]}) + "\n"


def _told(report: Report, places: Places) -> dict[str, Value]:
    finding = report.diagnosis[0]
    blame = finding.blame[0] if finding.blame else None
    return {
        "exception.type": finding.cause,
        "exception.message": places.told(finding.summary, finding),
        "atfault.title": report.headline or headline(report),
        "atfault.cause": finding.cause,
        "atfault.confidence": finding.confidence,
        "atfault.kind": report.kind,
        "atfault.signal": report.signal and report.signal.name,
        "code.file.path": blame and blame.file,
        "code.line.number": blame and blame.line,
        "code.function.name": blame and blame.function,
    }


def _resource(report: Report) -> dict[str, Value]:
    python = report.process.python
    return {
        "process.pid": report.process.pid,
        "process.executable.path": report.process.executable,
        "process.command_line": command_line(report),
        "process.runtime.name": python and python.implementation,
        "process.runtime.version": python and python.version,
        "os.description": report.environment and report.environment.os,
    }


def _attributes(values: dict[str, Value]) -> list[dict[str, Any]]:
    """Without those that are not known. 64-bit numbers are strings in this encoding."""
    return [
        {
            "key": key,
            "value": {"intValue": str(value)}
            if isinstance(value, int)
            else _string(crop(clean(value), MAX_TEXT)),
        }
        for key, value in values.items()
        if value not in (None, "")
    ]


def _string(text: str) -> dict[str, str]:
    return {"stringValue": text}


def _lines(text: str) -> str:
    return "\n".join(map(clean, text[:MAX_STACK].splitlines()))


def _nanoseconds(created: str) -> str:
    """created: RFC 3339. "0", which is unknown in this encoding, for what is none."""
    try:
        moment = datetime.fromisoformat(created.replace("Z", "+00:00"))
        return str(max(0, int(moment.timestamp())) * 1_000_000_000)
    except (ValueError, OverflowError):
        return "0"

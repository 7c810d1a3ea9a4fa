"""Validation against the JSON Schema that the package carries."""

from __future__ import annotations

import functools
import json
import os
from typing import Any

import jsonschema

import atfault.model

SCHEMA = os.path.join(os.path.dirname(atfault.model.__file__), "atfault.report-1.schema.json")
LONG_STACK = 1000


def validate(report_json: str | bytes) -> dict[str, Any]:
    """The parsed report. Raises jsonschema.ValidationError when it breaks the contract."""
    report: dict[str, Any] = json.loads(report_json)
    validate_parsed(report)
    return report


def validate_parsed(report: dict[str, Any]) -> None:
    """The same of a report that was parsed already."""
    _validator().validate(_with_short_stacks(report))


@functools.cache
def _validator() -> jsonschema.Draft202012Validator:
    with open(SCHEMA, encoding="utf-8") as file:
        return jsonschema.Draft202012Validator(json.load(file))


def _with_short_stacks(report: dict[str, Any]) -> dict[str, Any]:
    """Endless recursion has some 100,000 frames but few kinds: one of each kind is looked at."""
    threads = report.get("threads")
    if not isinstance(threads, list) or not any(map(_is_long, threads)):
        return report
    return {**report, "threads": [_shortened(t) if _is_long(t) else t for t in threads]}


def _is_long(thread: Any) -> bool:
    return isinstance(thread, dict) and len(thread.get("frames") or ()) > LONG_STACK


def _shortened(thread: dict[str, Any]) -> dict[str, Any]:
    kinds = {json.dumps({**frame, "address": None}): frame for frame in thread["frames"]}
    return {**thread, "frames": list(kinds.values())}

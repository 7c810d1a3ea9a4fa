"""Validation against the JSON Schema that the package carries."""

from __future__ import annotations

import json
import os

import jsonschema

import atfault.model

SCHEMA = os.path.join(os.path.dirname(atfault.model.__file__), "atfault.report-1.schema.json")


def validate(report_json: str | bytes) -> dict:
    """The parsed report. Raises jsonschema.ValidationError when it breaks the contract."""
    with open(SCHEMA, encoding="utf-8") as file:
        schema = json.load(file)
    plain = json.loads(report_json)
    jsonschema.Draft202012Validator(schema).validate(plain)
    return plain

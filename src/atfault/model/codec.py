"""Report ↔ plain JSON values (dict, list, str, int, float, bool, None).

Writing gives exactly the contract's fields in its order, later additions after them. Reading goes
by the annotations of the records and is tolerant: an unknown field is ignored, a missing one or one
of the wrong type takes its default, so that reports of older and newer versions of schema /1, and
damaged ones, can still be shown.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from atfault.errors import FormatError, UnsupportedInput
from atfault.model.findings import Finding
from atfault.model.report import SCHEMA_ID, FrameReport, LocalReport, Report
from atfault.model.report_company import (
    ConsequenceReport,
    JobReport,
    ProgramReport,
    RankReport,
    StartReport,
)
from atfault.model.report_numba import NumbaReport
from atfault.model.report_waits import ActivityReport, TaskReport, WaitGraph
from atfault.model.stress import StressReport

MAX_CHILD_DEPTH = 16
"""Generations of child reports that are read."""

Record = TypeVar("Record")
Reader = Callable[[Any, int], Any]
"""(plain value, generation) → the value, or _UNFIT."""

_SECTIONS = {
    "ActivityReport": ActivityReport,
    "ConsequenceReport": ConsequenceReport,
    "JobReport": JobReport,
    "NumbaReport": NumbaReport,
    "ProgramReport": ProgramReport,
    "RankReport": RankReport,
    "StartReport": StartReport,
    "StressReport": StressReport,
    "TaskReport": TaskReport,
    "WaitGraph": WaitGraph,
}
"""What the records of a report name and do not import, as few reports have it."""
_UNFIT: Any = object()
_NO_FINDING = Finding("unknown", "nothing is known of the cause", "possible")
_WITHOUT: dict[tuple[str, str], Any] = {
    ("Report", "kind"): "snapshot",
    ("Finding", "cause"): "unknown",
    ("Finding", "confidence"): "possible",
    ("StressEnvironment", "cause"): "unknown",
    ("StressEnvironment", "confidence"): "possible",
    ("StressEnvironment", "gil_enabled"): True,
    ("StressFailure", "kind"): "result",
    ("StressPhase", "name"): "free",
    ("StressReport", "threads"): 1,
    ("StressReport", "iterations"): 1,
}
"""What stands for a missing field, where that is not the empty value of its type."""
_LONE = re.compile("[\ud800-\udc7f\udd00-\udfff]")
_EMPTY: dict[Any, Any] = {str: "", int: 0, float: 0.0, bool: False, tuple: (), dict: {}}


def encode(value: Any) -> Any:
    """A report, or any record inside one, as plain values; tuples become lists."""
    fields = getattr(value, "_fields", None)
    if fields is not None:
        return {field: encode(part) for field, part in zip(fields, value)}
    if isinstance(value, tuple | list):
        return [encode(part) for part in value]
    if isinstance(value, dict):
        return {str(key): encode(part) for key, part in value.items()}
    return value


def encode_frame(frame: FrameReport) -> dict[str, Any]:
    """The same as `encode`, quick enough for a hundred thousand frames."""
    plain: dict[str, Any] = dict(zip(FrameReport._fields, frame))
    if frame.locals:
        plain["locals"] = [dict(zip(LocalReport._fields, local)) for local in frame.locals]
    return plain


def decode(plain: Any) -> Report:
    """A report from plain values. Raises FormatError or UnsupportedInput."""
    if not isinstance(plain, dict):
        raise FormatError("not an atfault report: the JSON is no object")
    schema = plain.get("schema")
    if not isinstance(schema, str) or not schema.startswith("atfault.report/"):
        raise FormatError('not an atfault report: "schema" is missing')
    if schema != SCHEMA_ID:
        raise UnsupportedInput(
            f"a report of schema {schema[:40]!r}, this atfault reads {SCHEMA_ID!r}: "
            "a newer atfault made it"
        )
    return _report(plain, 0)


def read_record(kind: Callable[..., Record], plain: dict[str, Any]) -> Record:
    """Any record (kind: its class) from a plain object, as tolerantly as a report's."""
    found: Record = _record(kind)(plain, 0)
    return found


@functools.cache
def _reader(kind: Any) -> Reader:
    """What reads a value of the annotation `kind`."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Report:
        return _child
    if hasattr(kind, "_fields"):
        return _record(kind)
    if origin in (Union, UnionType):
        (inner,) = (part for part in parts if part is not NoneType)
        return _optional(_reader(inner))
    if origin is Literal:
        return lambda value, _: value if isinstance(value, str) and value in parts else _UNFIT
    if origin is tuple:
        item = _reader(parts[0])
        return _list(item) if parts[-1] is Ellipsis else _fixed(item, len(parts))
    if origin is dict:
        return _dict if parts[1] is Any else _texts_by_name
    return _SCALARS[kind]


@functools.cache
def _record(kind: Any) -> Reader:
    hints = get_type_hints(kind, localns=_SECTIONS)
    fields = [(field, _reader(hints[field]), _default(kind, field)) for field in kind._fields]

    def read(value: Any, depth: int) -> Any:
        if not isinstance(value, dict):
            return _UNFIT
        found = []
        for field, reader, default in fields:
            part = reader(value[field], depth) if field in value else _UNFIT
            found.append(default() if part is _UNFIT else part)
        return kind(*found)

    return read


def _default(kind: Any, field: str) -> Callable[[], Any]:
    if field in kind._field_defaults:
        return lambda: kind._field_defaults[field]
    if (kind.__name__, field) in _WITHOUT:
        return lambda: _WITHOUT[kind.__name__, field]
    hint = get_type_hints(kind, localns=_SECTIONS)[field]
    if hasattr(hint, "_fields"):
        return lambda: _record(hint)({}, 0)
    if get_origin(hint) in (Union, UnionType):
        return lambda: None
    if get_origin(hint) is Literal:
        return lambda: get_args(hint)[-1]
    return lambda: _EMPTY[get_origin(hint) or hint]


def _report(plain: dict[str, Any], depth: int) -> Report:
    report: Report = _record(Report)(plain, depth)
    return report if report.diagnosis else report._replace(diagnosis=(_NO_FINDING,))


def _child(value: Any, depth: int) -> Any:
    """A report inside a report; too deep, or of another schema, it is left out."""
    if depth >= MAX_CHILD_DEPTH or not isinstance(value, dict):
        return _UNFIT
    return _report(value, depth + 1) if value.get("schema") == SCHEMA_ID else _UNFIT


def _optional(inner: Reader) -> Reader:
    def read(value: Any, depth: int) -> Any:
        found = inner(value, depth)
        return None if found is _UNFIT else found

    return read


def _list(item: Reader) -> Reader:
    """Those items that fit."""

    def read(value: Any, depth: int) -> Any:
        if not isinstance(value, list):
            return _UNFIT
        found = (item(part, depth) for part in value)
        return tuple(part for part in found if part is not _UNFIT)

    return read


def _fixed(item: Reader, length: int) -> Reader:
    def read(value: Any, depth: int) -> Any:
        found = _list(item)(value, depth)
        return found if found is not _UNFIT and len(found) == length == len(value) else _UNFIT

    return read


def _dict(value: Any, _: int) -> Any:
    return value if isinstance(value, dict) else _UNFIT


def _texts_by_name(value: Any, _: int) -> Any:
    if not isinstance(value, dict):
        return _UNFIT
    return {
        _without_lone(name): _without_lone(text)
        for name, text in value.items()
        if isinstance(text, str)
    }


def _text(value: Any, _: int) -> Any:
    return _without_lone(value) if isinstance(value, str) else _UNFIT


def _integer(value: Any, _: int) -> Any:
    return value if type(value) is int else _UNFIT


def _number(value: Any, _: int) -> Any:
    fits = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15
    return float(value) if fits else _UNFIT


def _boolean(value: Any, _: int) -> Any:
    return value if isinstance(value, bool) else _UNFIT


def _without_lone(text: str) -> str:
    """Halves of surrogate pairs, which no text has, as U+FFFD; those that stand for bytes that were
    no UTF-8 (surrogateescape) stay."""
    return text if text.isascii() else _LONE.sub("\ufffd", text)


_SCALARS: dict[Any, Reader] = {str: _text, int: _integer, float: _number, bool: _boolean}

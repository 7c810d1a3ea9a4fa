"""Report ↔ plain JSON values (dict, list, str, int, float, bool, None).

Writing gives exactly the contract's fields in its order, later additions after them. Reading is
tolerant: an unknown field is ignored, a missing one or one of the wrong type takes its default, so
that reports of older and newer versions of schema /1, and damaged ones, can still be shown.
"""

from __future__ import annotations

from atfault.errors import FormatError, UnsupportedInput
from atfault.model.findings import (
    Advice,
    Blame,
    Evidence,
    Finding,
    NotChecked,
    SourceLine,
)
from atfault.model.report import (
    SCHEMA_ID,
    ActivityReport,
    FrameReport,
    LocalReport,
    PlaceReport,
    ProcessReport,
    PythonReport,
    Report,
    SignalReport,
    StartReport,
    TaskReport,
    ThreadActivityReport,
    ThreadReport,
    WaitEdge,
    WaitGraph,
    WaitNode,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from atfault.model.stress import StressReport

    Record = TypeVar("Record")

MAX_CHILD_DEPTH = 16
"""Generations of child reports that are read."""
KINDS = ("crash", "hang", "killed", "exception", "snapshot", "stress", "text")
CONFIDENCES = ("certain", "likely", "possible")


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


def decode(plain: Any, depth: int = 0) -> Report:
    """A report from plain values. Raises FormatError or UnsupportedInput."""
    if not isinstance(plain, dict):
        raise FormatError("not an atfault report: the JSON is no object")
    schema = _text(plain, "schema")
    if not schema.startswith("atfault.report/"):
        raise FormatError('not an atfault report: "schema" is missing')
    if schema != SCHEMA_ID:
        raise UnsupportedInput(
            f"a report of schema {schema[:40]!r}, this atfault reads {SCHEMA_ID!r}: "
            "a newer atfault made it"
        )
    findings = _records(plain, "diagnosis", _finding)
    return Report(
        schema=SCHEMA_ID,
        kind=_choice(plain, "kind", KINDS, "snapshot"),
        created=_text(plain, "created"),
        command=_texts(plain, "command"),
        process=_process(_dict(plain, "process") or {}),
        signal=_signal(_dict(plain, "signal")),
        diagnosis=findings or (Finding("unknown", "nothing is known of the cause", "possible"),),
        not_checked=_records(plain, "not_checked", _not_checked),
        threads=_records(plain, "threads", _thread),
        children=_reports(plain, "children", depth),
        warnings=_texts(plain, "warnings") or (),
        headline=_text(plain, "headline"),
        waits=_waits(_dict(plain, "waits")),
        tasks=_records(plain, "tasks", _task),
        activity=_activity(_dict(plain, "activity")),
        stress=_stress(_dict(plain, "stress")),
        again=_reports(plain, "again", depth),
        started=_start(_dict(plain, "started")),
        alike=tuple(pid for pid in _list(plain, "alike") if type(pid) is int),
    )


def _reports(plain: dict[str, Any], key: str, depth: int) -> tuple[Report, ...]:
    if depth >= MAX_CHILD_DEPTH:
        return ()
    children = []
    for child in _list(plain, key):
        try:
            children.append(decode(child, depth + 1))
        except (FormatError, UnsupportedInput):
            continue
    return tuple(children)


def _process(plain: dict[str, Any]) -> ProcessReport:
    python = _dict(plain, "python")
    return ProcessReport(
        pid=_integer(plain, "pid"),
        ppid=_integer(plain, "ppid"),
        executable=_text_or_none(plain, "executable"),
        argv=_texts(plain, "argv"),
        cwd=_text_or_none(plain, "cwd"),
        python=None
        if python is None
        else PythonReport(
            version=_text(python, "version"),
            implementation=_text(python, "implementation"),
            free_threaded=python.get("free_threaded") is True,
        ),
        exit_code=_integer(plain, "exit_code"),
        relation=_text(plain, "relation"),
    )


def _signal(plain: dict[str, Any] | None) -> SignalReport | None:
    if plain is None:
        return None
    return SignalReport(
        number=_integer(plain, "number") or 0,
        name=_text(plain, "name"),
        code=_integer(plain, "code"),
        code_name=_text_or_none(plain, "code_name"),
        address=_text_or_none(plain, "address"),
        sender_pid=_integer(plain, "sender_pid"),
    )


def _finding(plain: dict[str, Any]) -> Finding:
    return Finding(
        cause=_text(plain, "cause") or "unknown",
        summary=_text(plain, "summary"),
        confidence=_choice(plain, "confidence", CONFIDENCES, "possible"),
        blame=_records(plain, "blame", _blame),
        evidence=_records(plain, "evidence", lambda part: Evidence(_text(part, "text"))),
        advice=_records(
            plain,
            "advice",
            lambda part: Advice(_text(part, "text"), _text_or_none(part, "command")),
        ),
    )


def _blame(plain: dict[str, Any]) -> Blame:
    return Blame(
        file=_text(plain, "file"),
        line=_integer(plain, "line"),
        function=_text(plain, "function"),
        thread=_text(plain, "thread"),
        source=_records(
            plain,
            "source",
            lambda part: SourceLine(_integer(part, "line") or 0, _text(part, "text")),
        ),
        source_missing=_text(plain, "source_missing"),
    )


def _not_checked(plain: dict[str, Any]) -> NotChecked:
    return NotChecked(_text(plain, "rule"), _text(plain, "reason"))


def _thread(plain: dict[str, Any]) -> ThreadReport:
    return ThreadReport(
        tid=_integer(plain, "tid") or 0,
        name=_text(plain, "name"),
        crashed=plain.get("crashed") is True,
        holds_gil=_boolean(plain, "holds_gil"),
        state=_text(plain, "state"),
        waits_for=_dict(plain, "waits_for"),
        holds=tuple(part for part in _list(plain, "holds") if isinstance(part, dict)),
        frames=_records(plain, "frames", _frame),
        stop_reason=_text(plain, "stop_reason"),
        idle_in=_text(plain, "idle_in"),
        merged=plain.get("merged") is not False,
    )


def _frame(plain: dict[str, Any]) -> FrameReport:
    known = plain.get("locals")
    return FrameReport(
        kind=_text(plain, "kind"),
        function=_text(plain, "function"),
        file=_text_or_none(plain, "file"),
        line=_integer(plain, "line"),
        column=_integer(plain, "column"),
        module=_text_or_none(plain, "module"),
        address=_text_or_none(plain, "address"),
        inlined=plain.get("inlined") is True,
        trust=_text(plain, "trust"),
        code=_text_or_none(plain, "code"),
        mine=plain.get("mine") is True,
        locals=_records(plain, "locals", _local) if isinstance(known, list) else None,
        end_line=_integer(plain, "end_line"),
        end_column=_integer(plain, "end_column"),
        qualname=_text(plain, "qualname"),
    )


def _waits(plain: dict[str, Any] | None) -> WaitGraph | None:
    if plain is None:
        return None
    cycles = (part for part in _list(plain, "cycles") if isinstance(part, list))
    return WaitGraph(
        nodes=_records(plain, "nodes", _wait_node),
        edges=_records(plain, "edges", _wait_edge),
        cycles=tuple(tuple(key for key in part if isinstance(key, str)) for part in cycles),
    )


def _wait_node(plain: dict[str, Any]) -> WaitNode:
    return WaitNode(
        key=_text(plain, "key"),
        kind=_text(plain, "kind"),
        name=_text(plain, "name"),
        pid=_integer(plain, "pid"),
        tid=_integer(plain, "tid"),
        detail=_text(plain, "detail"),
    )


def _wait_edge(plain: dict[str, Any]) -> WaitEdge:
    return WaitEdge(
        source=_text(plain, "source"),
        target=_text(plain, "target"),
        kind=_text(plain, "kind"),
        place=_place(_dict(plain, "place")),
        proof=_text(plain, "proof"),
        timeout=_boolean(plain, "timeout"),
    )


def _place(plain: dict[str, Any] | None) -> PlaceReport | None:
    return None if plain is None else _known_place(plain)


def _known_place(plain: dict[str, Any]) -> PlaceReport:
    return PlaceReport(
        file=_text(plain, "file"),
        line=_integer(plain, "line"),
        function=_text(plain, "function"),
        mine=plain.get("mine") is True,
    )


def _start(plain: dict[str, Any] | None) -> StartReport | None:
    if plain is None:
        return None
    line = _dict(plain, "line")
    return StartReport(
        pid=_integer(plain, "pid") or 0,
        how=_text(plain, "how"),
        line=None if line is None else _blame(line),
        places=_records(plain, "places", _known_place),
        at_death=_records(plain, "at_death", _known_place),
        outcome=_text(plain, "outcome"),
    )


def _task(plain: dict[str, Any]) -> TaskReport:
    return TaskReport(
        name=_text(plain, "name"),
        state=_text(plain, "state"),
        tid=_integer(plain, "tid"),
        loop=_text_or_none(plain, "loop"),
        frames=_records(plain, "frames", _known_place),
        waits_for=_text(plain, "waits_for"),
        awaited_by=_texts(plain, "awaited_by") or (),
    )


def _activity(plain: dict[str, Any] | None) -> ActivityReport | None:
    if plain is None:
        return None
    return ActivityReport(
        seconds=_number(plain, "seconds"),
        samples=_integer(plain, "samples") or 0,
        threads=_records(plain, "threads", _thread_activity),
    )


def _thread_activity(plain: dict[str, Any]) -> ThreadActivityReport:
    return ThreadActivityReport(
        tid=_integer(plain, "tid") or 0,
        cpu_seconds=_number(plain, "cpu_seconds"),
        wall_seconds=_number(plain, "wall_seconds"),
        moved=plain.get("moved") is True,
        changed=_texts(plain, "changed") or (),
        fixed=_texts(plain, "fixed") or (),
        loop=_place(_dict(plain, "loop")),
        syscalls=_texts(plain, "syscalls") or (),
    )


def _stress(plain: dict[str, Any] | None) -> StressReport | None:
    if plain is None:
        return None
    from atfault.model.stress_codec import decode_stress

    return decode_stress(plain)


def _local(plain: dict[str, Any]) -> LocalReport:
    return LocalReport(_text(plain, "name"), _text(plain, "type"), _text(plain, "value"))


def _records(
    plain: dict[str, Any], key: str, decoder: Callable[[dict[str, Any]], Record]
) -> tuple[Record, ...]:
    return tuple(decoder(part) for part in _list(plain, key) if isinstance(part, dict))


def _list(plain: dict[str, Any], key: str) -> list[Any]:
    value = plain.get(key)
    return value if isinstance(value, list) else []


def _dict(plain: dict[str, Any], key: str) -> dict[str, Any] | None:
    value = plain.get(key)
    return value if isinstance(value, dict) else None


def _text(plain: dict[str, Any], key: str) -> str:
    value = plain.get(key)
    return value if isinstance(value, str) else ""


def _text_or_none(plain: dict[str, Any], key: str) -> str | None:
    value = plain.get(key)
    return value if isinstance(value, str) else None


def _texts(plain: dict[str, Any], key: str) -> tuple[str, ...] | None:
    value = plain.get(key)
    if not isinstance(value, list):
        return None
    return tuple(part for part in value if isinstance(part, str))


def _integer(plain: dict[str, Any], key: str) -> int | None:
    value = plain.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _number(plain: dict[str, Any], key: str) -> float:
    """A finite number; 0.0 for anything else."""
    value = plain.get(key)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return 0.0
    return float(value) if abs(value) < 1e15 else 0.0


def _boolean(plain: dict[str, Any], key: str) -> bool | None:
    value = plain.get(key)
    return value if isinstance(value, bool) else None


def _choice(plain: dict[str, Any], key: str, choices: tuple[str, ...], default: str) -> Any:
    value = plain.get(key)
    return value if isinstance(value, str) and value in choices else default

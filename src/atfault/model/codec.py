"""Report ↔ plain JSON values (dict, list, str, int, float, bool, None).

Writing gives exactly the contract's fields in its order, later additions after them. Reading is
tolerant: an unknown field is ignored, a missing one or one of the wrong type takes its default, so
that reports of older and newer versions of schema /1, and damaged ones, can still be shown.
"""

from __future__ import annotations

from typing import Any

from atfault.errors import FormatError, UnsupportedInput
from atfault.model.findings import (
    Advice,
    Blame,
    Edit,
    Evidence,
    Finding,
    NotChecked,
    SourceLine,
)
from atfault.model.plain import (
    CONFIDENCES,
    boolean,
    choice,
    dict_,
    integer,
    list_,
    number,
    records,
    text,
    text_or_none,
    texts,
)
from atfault.model.report import (
    SCHEMA_ID,
    ActivityReport,
    EnvironmentReport,
    FrameReport,
    LocalReport,
    NumbaFunctionReport,
    NumbaOverloadReport,
    NumbaReport,
    PlaceReport,
    ProcessReport,
    ProgramReport,
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
from atfault.model.stress import StressReport
from atfault.model.stress_codec import decode_stress

MAX_CHILD_DEPTH = 16
"""Generations of child reports that are read."""
FAMILIES = ("crash", "killed", "hang", "exception", "text", "stress")
KINDS = ("crash", "hang", "killed", "exception", "snapshot", "stress", "text")


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
    schema = text(plain, "schema")
    if not schema.startswith("atfault.report/"):
        raise FormatError('not an atfault report: "schema" is missing')
    if schema != SCHEMA_ID:
        raise UnsupportedInput(
            f"a report of schema {schema[:40]!r}, this atfault reads {SCHEMA_ID!r}: "
            "a newer atfault made it"
        )
    findings = records(plain, "diagnosis", _finding)
    return Report(
        schema=SCHEMA_ID,
        kind=choice(plain, "kind", KINDS, "snapshot"),
        created=text(plain, "created"),
        command=texts(plain, "command"),
        process=_process(dict_(plain, "process") or {}),
        signal=_signal(dict_(plain, "signal")),
        diagnosis=findings or (Finding("unknown", "nothing is known of the cause", "possible"),),
        not_checked=records(plain, "not_checked", _not_checked),
        threads=records(plain, "threads", _thread),
        children=_reports(plain, "children", depth),
        warnings=texts(plain, "warnings") or (),
        headline=text(plain, "headline"),
        waits=_waits(dict_(plain, "waits")),
        tasks=records(plain, "tasks", _task),
        activity=_activity(dict_(plain, "activity")),
        stress=_stress(dict_(plain, "stress")),
        again=_reports(plain, "again", depth),
        started=_start(dict_(plain, "started")),
        environment=_environment(dict_(plain, "environment")),
        alike=tuple(pid for pid in list_(plain, "alike") if type(pid) is int),
        program=_program(dict_(plain, "program")),
        numba=_numba(dict_(plain, "numba")),
    )


def _numba(plain: dict[str, Any] | None) -> NumbaReport | None:
    if plain is None:
        return None
    functions = records(plain, "functions", _numba_function)
    return NumbaReport(text(plain, "version"), plain.get("checked") is True, functions)


def _numba_function(plain: dict[str, Any]) -> NumbaFunctionReport:
    return NumbaFunctionReport(
        function=text(plain, "function"),
        file=text(plain, "file"),
        line=integer(plain, "line") or 0,
        options=texts(plain, "options") or (),
        cache=text_or_none(plain, "cache"),
        cache_hits=integer(plain, "cache_hits") or 0,
        cache_misses=integer(plain, "cache_misses") or 0,
        same_code=integer(plain, "same_code") or 1,
        combinations=integer(plain, "combinations") or 0,
        overloads=records(plain, "overloads", _numba_overload),
    )


def _numba_overload(plain: dict[str, Any]) -> NumbaOverloadReport:
    passes = dict_(plain, "passes") or {}
    return NumbaOverloadReport(
        types=texts(plain, "types") or (),
        returns=text(plain, "returns"),
        object_mode=plain.get("object_mode") is True,
        lifted=integer(plain, "lifted") or 0,
        seconds=number(plain, "seconds"),
        passes={name: number(passes, name) for name in passes},
    )


def _program(plain: dict[str, Any] | None) -> ProgramReport | None:
    if plain is None:
        return None
    return ProgramReport(integer(plain, "pid") or 0, integer(plain, "exit_code") or 0)


def _reports(plain: dict[str, Any], key: str, depth: int) -> tuple[Report, ...]:
    if depth >= MAX_CHILD_DEPTH:
        return ()
    children = []
    for child in list_(plain, key):
        try:
            children.append(decode(child, depth + 1))
        except (FormatError, UnsupportedInput):
            continue
    return tuple(children)


def _process(plain: dict[str, Any]) -> ProcessReport:
    python = dict_(plain, "python")
    return ProcessReport(
        pid=integer(plain, "pid"),
        ppid=integer(plain, "ppid"),
        executable=text_or_none(plain, "executable"),
        argv=texts(plain, "argv"),
        cwd=text_or_none(plain, "cwd"),
        python=None
        if python is None
        else PythonReport(
            version=text(python, "version"),
            implementation=text(python, "implementation"),
            free_threaded=python.get("free_threaded") is True,
        ),
        exit_code=integer(plain, "exit_code"),
        relation=text(plain, "relation"),
    )


def _signal(plain: dict[str, Any] | None) -> SignalReport | None:
    if plain is None:
        return None
    return SignalReport(
        number=integer(plain, "number") or 0,
        name=text(plain, "name"),
        code=integer(plain, "code"),
        code_name=text_or_none(plain, "code_name"),
        address=text_or_none(plain, "address"),
        sender_pid=integer(plain, "sender_pid"),
    )


def _finding(plain: dict[str, Any]) -> Finding:
    return Finding(
        cause=text(plain, "cause") or "unknown",
        summary=text(plain, "summary"),
        confidence=choice(plain, "confidence", CONFIDENCES, "possible"),
        blame=records(plain, "blame", _blame),
        evidence=records(
            plain,
            "evidence",
            lambda part: Evidence(text(part, "text"), part.get("in_picture") is True),
        ),
        advice=records(
            plain,
            "advice",
            lambda part: Advice(
                text(part, "text"),
                text_or_none(part, "command"),
                part.get("is_again") is True,
                records(part, "edits", _edit),
            ),
        ),
        family=choice(plain, "family", FAMILIES, ""),
        quotes=records(plain, "quotes", _source_line),
        title=text(plain, "title"),
        about=texts(plain, "about") or (),
        under_guard=plain.get("under_guard") is True,
    )


def _blame(plain: dict[str, Any]) -> Blame:
    return Blame(
        file=text(plain, "file"),
        line=integer(plain, "line"),
        function=text(plain, "function"),
        thread=text(plain, "thread"),
        source=records(
            plain,
            "source",
            _source_line,
        ),
        column=integer(plain, "column"),
        tid=integer(plain, "tid"),
        pid=integer(plain, "pid"),
        source_missing=text(plain, "source_missing"),
        end_line=integer(plain, "end_line"),
        end_column=integer(plain, "end_column"),
    )


def _edit(plain: dict[str, Any]) -> Edit:
    line, column = integer(plain, "line") or 0, integer(plain, "column") or 0
    return Edit(
        file=text(plain, "file"),
        line=line,
        column=column,
        end_line=integer(plain, "end_line") or line,
        end_column=integer(plain, "end_column") or column,
        text=text(plain, "text"),
    )


def _source_line(plain: dict[str, Any]) -> SourceLine:
    return SourceLine(integer(plain, "line") or 0, text(plain, "text"))


def _not_checked(plain: dict[str, Any]) -> NotChecked:
    return NotChecked(text(plain, "rule"), text(plain, "reason"))


def _thread(plain: dict[str, Any]) -> ThreadReport:
    return ThreadReport(
        tid=integer(plain, "tid") or 0,
        name=text(plain, "name"),
        crashed=plain.get("crashed") is True,
        holds_gil=boolean(plain, "holds_gil"),
        state=text(plain, "state"),
        waits_for=dict_(plain, "waits_for"),
        holds=tuple(part for part in list_(plain, "holds") if isinstance(part, dict)),
        frames=records(plain, "frames", _frame),
        stop_reason=text(plain, "stop_reason"),
        idle_in=text(plain, "idle_in"),
        merged=plain.get("merged") is not False,
    )


def _frame(plain: dict[str, Any]) -> FrameReport:
    known = plain.get("locals")
    return FrameReport(
        kind=text(plain, "kind"),
        function=text(plain, "function"),
        file=text_or_none(plain, "file"),
        line=integer(plain, "line"),
        column=integer(plain, "column"),
        module=text_or_none(plain, "module"),
        address=text_or_none(plain, "address"),
        inlined=plain.get("inlined") is True,
        trust=text(plain, "trust"),
        code=text_or_none(plain, "code"),
        mine=plain.get("mine") is True,
        locals=records(plain, "locals", _local) if isinstance(known, list) else None,
        end_line=integer(plain, "end_line"),
        end_column=integer(plain, "end_column"),
        qualname=text(plain, "qualname"),
    )


def _waits(plain: dict[str, Any] | None) -> WaitGraph | None:
    if plain is None:
        return None
    cycles = (part for part in list_(plain, "cycles") if isinstance(part, list))
    return WaitGraph(
        nodes=records(plain, "nodes", _wait_node),
        edges=records(plain, "edges", _wait_edge),
        cycles=tuple(tuple(key for key in part if isinstance(key, str)) for part in cycles),
    )


def _wait_node(plain: dict[str, Any]) -> WaitNode:
    return WaitNode(
        key=text(plain, "key"),
        kind=text(plain, "kind"),
        name=text(plain, "name"),
        pid=integer(plain, "pid"),
        tid=integer(plain, "tid"),
        detail=text(plain, "detail"),
    )


def _wait_edge(plain: dict[str, Any]) -> WaitEdge:
    return WaitEdge(
        source=text(plain, "source"),
        target=text(plain, "target"),
        kind=text(plain, "kind"),
        place=_place(dict_(plain, "place")),
        proof=text(plain, "proof"),
        timeout=boolean(plain, "timeout"),
    )


def _place(plain: dict[str, Any] | None) -> PlaceReport | None:
    return None if plain is None else _known_place(plain)


def _known_place(plain: dict[str, Any]) -> PlaceReport:
    return PlaceReport(
        file=text(plain, "file"),
        line=integer(plain, "line"),
        function=text(plain, "function"),
        mine=plain.get("mine") is True,
    )


def _environment(plain: dict[str, Any] | None) -> EnvironmentReport | None:
    if plain is None:
        return None
    packages = dict_(plain, "packages") or {}
    return EnvironmentReport(
        atfault=text(plain, "atfault"),
        os=text(plain, "os"),
        libc=text(plain, "libc"),
        packages={name: version for name, version in packages.items() if isinstance(version, str)},
    )


def _start(plain: dict[str, Any] | None) -> StartReport | None:
    if plain is None:
        return None
    line = dict_(plain, "line")
    return StartReport(
        pid=integer(plain, "pid") or 0,
        how=text(plain, "how"),
        line=None if line is None else _blame(line),
        places=records(plain, "places", _known_place),
        at_death=records(plain, "at_death", _known_place),
        outcome=text(plain, "outcome"),
    )


def _task(plain: dict[str, Any]) -> TaskReport:
    return TaskReport(
        name=text(plain, "name"),
        state=text(plain, "state"),
        tid=integer(plain, "tid"),
        loop=text_or_none(plain, "loop"),
        frames=records(plain, "frames", _known_place),
        waits_for=text(plain, "waits_for"),
        awaited_by=texts(plain, "awaited_by") or (),
    )


def _activity(plain: dict[str, Any] | None) -> ActivityReport | None:
    if plain is None:
        return None
    return ActivityReport(
        seconds=number(plain, "seconds"),
        samples=integer(plain, "samples") or 0,
        threads=records(plain, "threads", _thread_activity),
    )


def _thread_activity(plain: dict[str, Any]) -> ThreadActivityReport:
    return ThreadActivityReport(
        tid=integer(plain, "tid") or 0,
        cpu_seconds=number(plain, "cpu_seconds"),
        wall_seconds=number(plain, "wall_seconds"),
        moved=plain.get("moved") is True,
        changed=texts(plain, "changed") or (),
        fixed=texts(plain, "fixed") or (),
        loop=_place(dict_(plain, "loop")),
        syscalls=texts(plain, "syscalls") or (),
    )


def _stress(plain: dict[str, Any] | None) -> StressReport | None:
    if plain is None:
        return None
    return decode_stress(plain)


def _local(plain: dict[str, Any]) -> LocalReport:
    return LocalReport(text(plain, "name"), text(plain, "type"), text(plain, "value"))

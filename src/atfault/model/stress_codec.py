"""The stress part of a report from plain JSON values, as tolerant as `atfault.model.codec`."""

from __future__ import annotations

from atfault.model.codec import (
    CONFIDENCES,
    _boolean,
    _choice,
    _integer,
    _list,
    _number,
    _records,
    _text,
    _text_or_none,
    _texts,
)
from atfault.model.stress import (
    StressEnvironment,
    StressFailure,
    StressPackage,
    StressPhase,
    StressReport,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PHASES = ("reference", "alone", "free", "locked", "own")
FAILURES = ("crash", "hang", "exception", "exit", "result", "state")


def decode_stress(plain: dict[str, Any]) -> StressReport:
    close = [part for part in _list(plain, "close") if isinstance(part, int | float)]
    return StressReport(
        target=_text(plain, "target"),
        setup=_text_or_none(plain, "setup"),
        threads=_integer(plain, "threads") or 1,
        iterations=_integer(plain, "iterations") or 1,
        calls=_integer(plain, "calls") or 0,
        seed=_integer(plain, "seed") or 0,
        close=(float(close[0]), float(close[1])) if len(close) == 2 else None,
        environments=_records(plain, "environments", _environment),
    )


def _environment(plain: dict[str, Any]) -> StressEnvironment:
    return StressEnvironment(
        name=_text(plain, "name"),
        executable=_text(plain, "executable"),
        version=_text(plain, "version"),
        implementation=_text(plain, "implementation"),
        free_threaded=_boolean(plain, "free_threaded") is True,
        gil_enabled=_boolean(plain, "gil_enabled") is not False,
        packages=_records(
            plain,
            "packages",
            lambda part: StressPackage(_text(part, "name"), _text(part, "version")),
        ),
        cause=_text(plain, "cause") or "unknown",
        confidence=_choice(plain, "confidence", CONFIDENCES, "possible"),
        summary=_text(plain, "summary"),
        reference=_text(plain, "reference"),
        phases=_records(plain, "phases", _phase),
        notes=_texts(plain, "notes") or (),
    )


def _phase(plain: dict[str, Any]) -> StressPhase:
    return StressPhase(
        name=_choice(plain, "name", PHASES, "free"),
        runs=_integer(plain, "runs") or 0,
        failed_runs=_integer(plain, "failed_runs") or 0,
        rounds=_integer(plain, "rounds") or 0,
        failed_rounds=_integer(plain, "failed_rounds") or 0,
        calls=_integer(plain, "calls") or 0,
        failed_calls=_integer(plain, "failed_calls") or 0,
        seconds=_number(plain, "seconds"),
        failures=_records(plain, "failures", _failure),
        skipped=_text(plain, "skipped"),
    )


def _failure(plain: dict[str, Any]) -> StressFailure:
    return StressFailure(
        kind=_choice(plain, "kind", FAILURES, "result"),
        text=_text(plain, "text"),
        runs=_integer(plain, "runs") or 0,
        file=_text(plain, "file"),
        line=_integer(plain, "line"),
        function=_text(plain, "function"),
    )

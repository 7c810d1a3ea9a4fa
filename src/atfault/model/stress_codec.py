"""The stress part of a report from plain JSON values, as tolerant as `atfault.model.codec`."""

from __future__ import annotations

from typing import Any

from atfault.model.plain import (
    CONFIDENCES,
    boolean,
    choice,
    integer,
    list_,
    number,
    records,
    text,
    text_or_none,
    texts,
)
from atfault.model.stress import (
    StressEnvironment,
    StressFailure,
    StressPackage,
    StressPhase,
    StressReport,
)

PHASES = ("reference", "alone", "free", "locked", "own")
FAILURES = ("crash", "hang", "exception", "exit", "result", "state")


def decode_stress(plain: dict[str, Any]) -> StressReport:
    close = [part for part in list_(plain, "close") if isinstance(part, int | float)]
    return StressReport(
        target=text(plain, "target"),
        setup=text_or_none(plain, "setup"),
        threads=integer(plain, "threads") or 1,
        iterations=integer(plain, "iterations") or 1,
        calls=integer(plain, "calls") or 0,
        seed=integer(plain, "seed") or 0,
        close=(float(close[0]), float(close[1])) if len(close) == 2 else None,
        environments=records(plain, "environments", _environment),
    )


def _environment(plain: dict[str, Any]) -> StressEnvironment:
    return StressEnvironment(
        name=text(plain, "name"),
        executable=text(plain, "executable"),
        version=text(plain, "version"),
        implementation=text(plain, "implementation"),
        free_threaded=boolean(plain, "free_threaded") is True,
        gil_enabled=boolean(plain, "gil_enabled") is not False,
        packages=records(
            plain,
            "packages",
            lambda part: StressPackage(text(part, "name"), text(part, "version")),
        ),
        cause=text(plain, "cause") or "unknown",
        confidence=choice(plain, "confidence", CONFIDENCES, "possible"),
        summary=text(plain, "summary"),
        reference=text(plain, "reference"),
        phases=records(plain, "phases", _phase),
        notes=texts(plain, "notes") or (),
    )


def _phase(plain: dict[str, Any]) -> StressPhase:
    return StressPhase(
        name=choice(plain, "name", PHASES, "free"),
        runs=integer(plain, "runs") or 0,
        failed_runs=integer(plain, "failed_runs") or 0,
        rounds=integer(plain, "rounds") or 0,
        failed_rounds=integer(plain, "failed_rounds") or 0,
        calls=integer(plain, "calls") or 0,
        failed_calls=integer(plain, "failed_calls") or 0,
        seconds=number(plain, "seconds"),
        failures=records(plain, "failures", _failure),
        skipped=text(plain, "skipped"),
    )


def _failure(plain: dict[str, Any]) -> StressFailure:
    return StressFailure(
        kind=choice(plain, "kind", FAILURES, "result"),
        text=text(plain, "text"),
        runs=integer(plain, "runs") or 0,
        file=text(plain, "file"),
        line=integer(plain, "line"),
        function=text(plain, "function"),
    )

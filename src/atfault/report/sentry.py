"""A report as an envelope for Sentry: https://develop.sentry.dev/sdk/data-model/envelopes/.

    {"event_id": "…", …}                    header of the envelope
    {"type": "event", "length": 5120}       header of its one item
    {"event_id": "…", "exception": …}       the event

The same report makes the same event: sent twice, it counts once. Events are grouped by cause, file
and function.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from atfault.model.report import FrameReport, Report, SignalReport, ThreadReport
from atfault.report.escape import clean, crop
from atfault.report.grouping import leading_tids
from atfault.report.headline import headline
from atfault.report.json import dumps
from atfault.report.places import Places, command_line, module_title
from atfault.version import __version__

MAX_TAG, MAX_NAME, MAX_TEXT = 190, 500, 4000
MAX_FRAMES, MAX_THREADS, MAX_VALUES, MAX_REASONS = 200, 100, 50, 20
LEVELS = {"certain": "fatal", "likely": "error", "possible": "warning"}
Plain = dict[str, Any]


def render_envelope(report: Report, cwd: str = "") -> str:
    """The text of the envelope. cwd: the reader's folder, to which paths are relative."""
    event = _event(report, Places(report, cwd))
    body = json.dumps(event)
    sdk = {"name": "atfault", "version": __version__}
    header = {"event_id": event["event_id"], "sdk": sdk}
    item = {"type": "event", "length": len(body), "content_type": "application/json"}
    return "".join(json.dumps(line) + "\n" for line in (header, item)) + body + "\n"


def _event(report: Report, places: Places) -> Plain:
    finding = report.diagnosis[0]
    python, found = report.process.python, report.environment
    leading = _leading(report)
    value = crop(places.told(finding.summary, finding), MAX_TEXT)
    exception: Plain = {
        "type": _text(finding.cause, MAX_NAME),
        "value": value,
        "mechanism": _mechanism(report.signal),
    }
    if leading is not None:
        exception["thread_id"] = leading.tid
        exception["stacktrace"] = _stacktrace(leading, places)
    event: Plain = {
        "event_id": hashlib.sha256(dumps(report).encode()).hexdigest()[:32],
        "timestamp": _text(report.created, 40),
        "platform": "python",
        "level": LEVELS.get(finding.confidence, "error"),
        "logger": "atfault",
        "logentry": {"formatted": _text(report.headline or headline(report), MAX_TEXT)},
        "exception": {"values": [exception]},
        "threads": {"values": _threads(report, leading, places)},
        "tags": _tags(report),
        "fingerprint": _fingerprint(report, places),
        "extra": {
            "command": crop(command_line(report), MAX_TEXT),
            "why": [_text(one.text, MAX_TEXT) for one in finding.evidence[:MAX_REASONS]],
            "in doubt": [_text(one.text, MAX_TEXT) for one in finding.doubts[:MAX_REASONS]],
            "next": [_text(one.text, MAX_TEXT) for one in finding.advice[:MAX_REASONS]],
        },
        "contexts": {},
    }
    if python is not None:
        runtime = {"type": "runtime", "name": _text(python.implementation, MAX_NAME)}
        event["contexts"]["runtime"] = {**runtime, "version": _text(python.version, MAX_NAME)}
    if found is not None:
        if found.os:
            event["contexts"]["os"] = {"type": "os", "name": _text(found.os, MAX_NAME)}
        packages = list(found.packages.items())[:MAX_THREADS]
        event["modules"] = {_text(k, MAX_NAME): _text(v, MAX_NAME) for k, v in packages}
    return event


def _leading(report: Report) -> ThreadReport | None:
    """The thread that the report is about."""
    leading = leading_tids(report)
    for thread in report.threads:
        if thread.crashed or thread.tid in leading:
            return thread
    return next(iter(report.threads), None)


def _mechanism(signal: SignalReport | None) -> Plain:
    mechanism: Plain = {"type": "atfault", "handled": False}
    if signal is not None:
        told: Plain = {"number": signal.number, "name": _text(signal.name, MAX_NAME)}
        if signal.code is not None:
            told["code"] = signal.code
        mechanism["meta"] = {"signal": told}
    return mechanism


def _tags(report: Report) -> dict[str, str]:
    finding = report.diagnosis[0]
    tags = {"cause": finding.cause, "confidence": finding.confidence, "kind": report.kind}
    if report.signal is not None:
        tags["signal"] = report.signal.name
    return {f"atfault.{name}": _text(value, MAX_TAG) for name, value in tags.items()}


def _fingerprint(report: Report, places: Places) -> list[str]:
    finding = report.diagnosis[0]
    parts = ["atfault", _text(finding.cause, MAX_NAME)]
    if finding.blame:
        first = finding.blame[0]
        parts += [crop(places.short(first.file), MAX_NAME), _text(first.function, MAX_NAME)]
    return parts


def _threads(report: Report, leading: ThreadReport | None, places: Places) -> list[Plain]:
    """The stack of the leading one stands at the exception."""
    found = []
    for thread in report.threads[:MAX_THREADS]:
        one: Plain = {
            "id": thread.tid,
            "name": _text(thread.name, MAX_NAME),
            "crashed": thread.crashed,
            "current": thread is leading,
        }
        if thread is not leading and thread.frames:
            one["stacktrace"] = _stacktrace(thread, places)
        found.append(one)
    return found


def _stacktrace(thread: ThreadReport, places: Places) -> Plain:
    """Sentry's order is the outermost first."""
    frames = [_frame(one, places) for one in thread.frames[:MAX_FRAMES]]
    return {"frames": frames[::-1]}


def _frame(frame: FrameReport, places: Places) -> Plain:
    is_python = frame.kind == "python"
    found: Plain = {
        "function": _text(frame.qualname if is_python and frame.qualname else frame.function, 500),
        "in_app": frame.mine,
        "platform": "python" if is_python else "native",
    }
    if frame.file:
        found["filename"] = crop(places.short(frame.file), MAX_NAME, keep_end=True)
        found["abs_path"] = _text(frame.file, MAX_TEXT)
    if frame.line is not None:
        found["lineno"] = frame.line
    if frame.module:
        found["package"] = module_title(frame)[:MAX_NAME]
    if frame.address:
        found["instruction_addr"] = _text(frame.address, 40)
    if frame.code:
        found["context_line"] = _text(frame.code, MAX_TEXT)
    if frame.locals:
        shown = frame.locals[:MAX_VALUES]
        found["vars"] = {_text(one.name, MAX_NAME): _text(one.value, MAX_TEXT) for one in shown}
    return found


def _text(text: str, most: int) -> str:
    return crop(clean(text), most)

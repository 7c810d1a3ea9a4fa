"""A report as JSON text: pure ASCII, a line for each field, finding, thread and frame.

One line a frame keeps the text greppable and diffable, and lets it be written piece by piece:

    {
     "schema": "atfault.report/1",
     …
     "threads": [
      {"tid": 4711, "name": "MainThread", …, "frames": [
        {"kind": "jit", "function": "paint", …},
        {"kind": "python", "function": "main", …}
      ], "stop_reason": ""}
     ],
     …
    }
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from json import JSONEncoder
from typing import Any

from atfault.errors import FormatError
from atfault.model.codec import decode, encode, encode_frame
from atfault.model.report import Report, ThreadReport
from atfault.report.escape import clean

MAX_BYTES = 256 << 20
"""Of a report that is read."""
MAX_DIGITS = 40
"""Of a number that is read; the largest that a report holds has 20."""
HEAD_END = b',\n "threads": '
"""What follows the fields that summarise a report, in the layout above."""
LISTS_BY_LINE = ("diagnosis", "not_checked", "set_aside", "children", "warnings")


def dumps(report: Report) -> str:
    """The report as JSON text, with a newline at the end."""
    return "".join(dump_lines(report))


def dump_lines(report: Report) -> Iterator[str]:
    """The same text in pieces, so that a huge report need not be in memory at once."""
    to_text = _encoder()
    yield "{\n"
    value: Any
    for index, (field, value) in enumerate(zip(report._fields, report)):
        yield f' "{field}": ' if index == 0 else f',\n "{field}": '
        if field == "threads":
            yield from _thread_lines(value, to_text)
        elif field in LISTS_BY_LINE:
            yield from _bracketed((to_text(encode(part)) for part in value), " ")
        else:
            yield to_text(encode(value))
    yield "\n}\n"


def loads(data: bytes | str) -> Report:
    """A report from JSON text, bounded in size and depth. Raises FormatError, UnsupportedInput."""
    if len(data) > MAX_BYTES:
        raise FormatError(f"larger than {MAX_BYTES >> 20} MiB: no report that atfault wrote")
    try:
        plain = json.loads(data, parse_int=_parse_int)
    except RecursionError:
        raise FormatError("nested too deeply for a report") from None
    except UnicodeError:
        raise FormatError("no atfault report: it is not even text") from None
    except ValueError as error:
        raise FormatError(f"not valid JSON: {clean(str(error))[:200]}") from None
    return decode(plain)


def _parse_int(digits: str) -> int | None:
    return int(digits) if len(digits) <= MAX_DIGITS else None


def _thread_lines(
    threads: tuple[ThreadReport, ...], to_text: Callable[[Any], str]
) -> Iterator[str]:
    if not threads:
        yield "[]"
        return
    for index, thread in enumerate(threads):
        yield "[\n  " if index == 0 else ",\n  "
        plain = encode(thread._replace(frames=()))
        before, _, after = to_text(plain).rpartition('"frames": []')
        yield before + '"frames": '
        yield from _bracketed((to_text(encode_frame(frame)) for frame in thread.frames), "  ")
        yield after
    yield "\n ]"


def _bracketed(texts: Iterator[str], indent: str) -> Iterator[str]:
    """A JSON list with one element a line."""
    separator = f"[\n{indent} "
    for text in texts:
        yield separator + text
        separator = f",\n{indent} "
    yield "[]" if separator[0] == "[" else f"\n{indent}]"


def _encoder() -> Callable[[Any], str]:
    """Plain values to JSON text on one line.

    Text that is not UTF-8 arrives with lone surrogates, which many readers of JSON refuse; it is
    written as \\xNN instead. The escapes of a proper pair start with \\ud too, so that this check
    is only the cheap first step.
    """
    to_text = JSONEncoder(allow_nan=False).encode

    def encode_safely(plain: Any) -> str:
        try:
            text = to_text(plain)
        except ValueError:  # NaN or infinity: no JSON numbers
            return to_text(_without(plain))
        return to_text(_without(plain)) if "\\ud" in text else text

    return encode_safely


def _without(value: Any) -> Any:
    """The value without what JSON cannot carry: lone surrogates, NaN, infinities."""
    if isinstance(value, str):
        return "".join(clean(c) if "\ud800" <= c <= "\udfff" else c for c in value)
    if isinstance(value, dict):
        return {_without(key): _without(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_without(part) for part in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    return value

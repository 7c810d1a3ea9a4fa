"""What the probe wrote of calls that it ran compiled and interpreted → `Comparisons`.

Written by the program's own processes (atfault_probe/numba/compare.py): checked, bounded, masked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, get_args

from atfault.decode.exceptions.uncaught import read_variables
from atfault.decode.numba.failure import Mask, location_of, read_function
from atfault.decode.plain_fields import dicts_of, integer_of, list_of, text_of
from atfault.model.numba_run import (
    ComparedFunction,
    Comparisons,
    Difference,
    DifferingCall,
    Frozen,
    Reason,
    ReasonKind,
    UnheardSeed,
)
from atfault.model.secret_texts import mask_text
from atfault.model.stacks import Location
from atfault.options import Options

MAX_FUNCTIONS = 500
MAX_CALLS = 64
MAX_REASONS = 16
MAX_ITEMS = 32
MAX_TEXT = 400
MAX_LEVELS = 4
_ARGUMENT = re.compile(r"\[(\d{1,6})\]")


def plain_json(text: str) -> dict[str, Any]:
    """The object in a text; {} where there is none."""
    try:
        plain = json.loads(text, parse_constant=lambda name: None)
    except (ValueError, RecursionError):
        return {}
    return plain if isinstance(plain, dict) else {}


def read_comparisons(
    reports: Iterable[dict[str, Any]], files: Iterable[bytes], options: Options
) -> Comparisons:
    """reports: of processes, parsed. files: one a call that differs."""
    functions = [
        _function(one) for plain in reports for one in dicts_of(plain, "compared", MAX_FUNCTIONS)
    ]
    reader = _Reader(options)
    calls = [
        reader.call(plain_json(data.decode("utf-8", "replace")), 0)
        for data in list(files)[:MAX_CALLS]
    ]
    found = tuple(one for one in calls if one is not None)
    return Comparisons(tuple(functions[:MAX_FUNCTIONS]), found)


def _function(plain: dict[str, Any]) -> ComparedFunction:
    left_out = [
        (pair[0][:MAX_TEXT], pair[1])
        for pair in list_of(plain, "left_out", MAX_ITEMS)
        if isinstance(pair, list)
        and len(pair) == 2
        and isinstance(pair[0], str)
        and type(pair[1]) is int
    ]
    return ComparedFunction(
        function=read_function(plain.get("function")),
        calls=max(integer_of(plain, "calls") or 0, 0),
        compared=max(integer_of(plain, "compared") or 0, 0),
        differs=plain.get("differs") is True,
        left_out=tuple(left_out),
        seeded=_seeded(plain.get("seeded")),
    )


def _seeded(plain: Any) -> UnheardSeed | None:
    """None for what is none."""
    call = plain.get("call") if isinstance(plain, dict) else None
    if not isinstance(call, dict):
        return None
    location = location_of(plain, text_of(plain, "file", 4096))
    called = location_of(call, text_of(call, "file", 4096))
    if called is None:
        return None
    module, function = text_of(plain, "module", 20), text_of(plain, "function", 300)
    return UnheardSeed(module, location, function, called, text_of(call, "function", 300))


class _Reader:
    def __init__(self, options: Options) -> None:
        self._options = options
        self._mask: Mask = mask_text if options.mask_secrets else str

    def call(self, plain: dict[str, Any], depth: int) -> DifferingCall | None:
        """None for what is none."""
        difference = self._difference(plain.get("difference"))
        place = plain.get("call")
        place = place if isinstance(place, dict) else {}
        location = location_of(place, text_of(place, "file", 4096))
        if difference is None or location is None or depth > MAX_LEVELS:
            return None
        given = [
            one
            for one in list_of(plain, "arguments", MAX_ITEMS)
            if isinstance(one, list) and len(one) == 3 and isinstance(one[0], str)
        ]
        entries = [[one[0], "argument", one[2]] for one in given]
        inner = plain.get("inner")
        return DifferingCall(
            function=read_function(plain.get("function")),
            location=location,
            caller=text_of(place, "function", 300),
            difference=difference,
            number=max(integer_of(plain, "number") or 0, 0),
            arguments=read_variables(entries, self._options),
            types=tuple(_type_name(one[1]) for one in given),
            text=self._text(plain),
            reasons=tuple(self._reasons(plain)),
            inner=self.call(inner, depth + 1) if isinstance(inner, dict) else None,
            alone=plain.get("alone") is True,
        )

    def _difference(self, plain: Any) -> Difference | None:
        if not isinstance(plain, dict):
            return None
        what: Any = text_of(plain, "what", 20)
        if what not in get_args(Difference.__annotations__["what"]):
            return None
        path = text_of(plain, "path", 300)
        argument = None
        if text_of(plain, "of", 20) == "arguments":
            match = _ARGUMENT.match(path)
            argument = int(match[1]) if match else None
            path = path[match.end() :] if match else path
        position = [one for one in list_of(plain, "index", 64) if type(one) is int]
        return Difference(
            of="result" if argument is None else "argument",
            what=what,
            one=self._mask(text_of(plain, "one", MAX_TEXT)),
            other=self._mask(text_of(plain, "other", MAX_TEXT)),
            path=path,
            argument=argument,
            position=tuple(position) if position else None,
            differing=max(integer_of(plain, "count") or 1, 1),
            size=max(integer_of(plain, "size") or 1, 1),
        )

    def _text(self, plain: dict[str, Any]) -> str:
        for key in ("interpreted", "compiled"):
            error = plain.get(key)
            if isinstance(error, dict):
                return self._mask(text_of(error, "text", MAX_TEXT))
        return ""

    def _reasons(self, plain: dict[str, Any]) -> Iterable[Reason]:
        for one in dicts_of(plain, "why", MAX_REASONS):
            what: Any = text_of(one, "what", 20)
            line = integer_of(one, "line") or 0
            if what in get_args(ReasonKind) and line > 0:
                file = text_of(one, "file", 4096)
                yield Reason(
                    what=what,
                    location=location_of(one, file) or Location(file, line),
                    function=text_of(one, "function", 300),
                    name=text_of(one, "name", 300),
                    value=self._mask(text_of(one, "value", MAX_TEXT)),
                    error=text_of(one, "type", 300),
                    text=self._mask(text_of(one, "text", MAX_TEXT)),
                    python=text_of(one, "python", 100),
                    numba=text_of(one, "numba", 300),
                    kind=text_of(one, "kind", 40),
                    reported=one.get("reported") is True,
                    frozen=self._frozen(one),
                )

    def _frozen(self, plain: dict[str, Any]) -> Frozen | None:
        then = text_of(plain, "then", MAX_TEXT)
        if not then:
            return None
        now, of = text_of(plain, "now", MAX_TEXT), text_of(plain, "of", 300)
        return Frozen(self._mask(then), self._mask(now), of, plain.get("set") is True)


def _type_name(plain: Any) -> str:
    return text_of(plain, "n", 300) if isinstance(plain, dict) else ""

"""The probe's hand-over of an uncaught exception → `HandOver`.

The file is JSON that the program's own process wrote (src/atfault_probe/uncaught.py): whatever runs
there could have written it, so every field is checked, bounded and escaped. Secrets are masked here
by the names that hold them, as in values read from memory.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, get_args

from atfault.cpython.values.joining import join
from atfault.decode.exceptions.refused import refused_argument
from atfault.decode.numba.failure import (
    read_containers,
    read_dispatchers,
    read_failure,
    read_simulated,
)
from atfault.decode.plain_fields import (
    MAX_TEXT,
    dicts_of,
    integer_of,
    is_size,
    list_of,
    path_of,
    paths_of,
    positive,
    positive_or_zero,
    text_of,
    texts_of,
)
from atfault.errors import FormatError, UnsupportedInput
from atfault.model.absent import Absent
from atfault.model.buffers import ArrayFacts
from atfault.model.exception import (
    ExceptionSource,
    RaisedException,
    RaisedFrame,
    RefusedArgument,
    UncaughtException,
)
from atfault.model.hand_over import HandOver
from atfault.model.process import Rank
from atfault.model.secret_texts import mask_text
from atfault.model.secrets import EVERYTHING, MASK, SHOWN, hides_text, level_of, may_be_secret
from atfault.model.stacks import Location
from atfault.model.state import KnownText, PythonInfo
from atfault.model.values import Value, Variable, shortened
from atfault.options import Options

VERSION = 1
MAX_BYTES = 16 << 20
MAX_EXCEPTIONS = 16
MAX_FRAMES = 64
MAX_VARIABLES = 200
MAX_VALUES = 20_000
MAX_DEPTH = 6
MAX_PATH = 4096
SHOWN_TEXT = 300
MAX_DIMENSIONS = 64
MAX_MODULES = 4000
MAX_TEXTS, MAX_SOURCE = 16, 1 << 16

_NUMPY_KINDS = {"b": "bool", "i": "int", "u": "uint", "f": "float", "c": "complex"}
_VERSION = re.compile(r"\d{1,3}\.\d{1,3}\.\d{1,3}$")
_CELL = re.compile(r"In\[\d{1,9}\]$")
_HEX = re.compile(r"(?:[0-9a-f]{2})*$")


def read_uncaught(data: bytes, options: Options) -> HandOver:
    """The hand-over in `data`. Raises FormatError, and UnsupportedInput for another version."""
    if len(data) > MAX_BYTES:
        raise FormatError(f"a hand-over of more than {MAX_BYTES >> 20} MiB")
    try:
        plain = json.loads(data, parse_int=_short_integer, parse_constant=lambda name: None)
    except (ValueError, RecursionError):
        raise FormatError("the hand-over of an exception is not valid JSON") from None
    if not isinstance(plain, dict):
        raise FormatError("the hand-over of an exception is no JSON object")
    version = integer_of(plain, "version")
    if version != VERSION:
        raise UnsupportedInput(f"a hand-over of version {version}; this atfault reads {VERSION}")
    texts, cells = _texts(plain)
    reader = _Reader(options, cells)
    exceptions = tuple(map(reader.exception, dicts_of(plain, "exceptions", MAX_EXCEPTIONS)))
    if not exceptions:
        raise FormatError("a hand-over without an exception")
    source: Any = text_of(plain, "how")
    if source not in get_args(ExceptionSource):
        raise FormatError("a hand-over that does not say how it came to be")
    facts = plain.get("python")
    facts = facts if isinstance(facts, dict) else {}
    exception = UncaughtException(
        source=source,
        exceptions=_linked(exceptions),
        pid=integer_of(plain, "pid"),
        tid=integer_of(plain, "tid"),
        thread=text_of(plain, "thread", 200),
    )
    return HandOver(
        exception=exception,
        python=_python(facts),
        executable=path_of(facts, "executable", MAX_PATH),
        library_path=path_of(plain, "library_path", MAX_TEXT),
        launch=reader.refused(plain.get("launch")),
        launch_blocking=plain.get("launch_blocking") is True,
        search_path=paths_of(plain, "path", 64),
        loaded=texts_of(plain, "loaded", MAX_MODULES),
        texts=texts,
        rank=_rank(plain.get("rank")),
        when=positive(integer_of(plain, "when")),
    )


def _texts(plain: dict[str, Any]) -> tuple[tuple[KnownText, ...], dict[str, str]]:
    """The sources that are in no file, and of IPython's cells {file: "In[5]"}."""
    texts, cells = [], {}
    for entry in dicts_of(plain, "texts", MAX_TEXTS):
        file, cell = text_of(entry, "file", MAX_PATH), text_of(entry, "cell", 20)
        if _CELL.match(cell):
            cells[file] = cell
        lines = tuple(text_of(entry, "text", MAX_SOURCE).split("\n"))
        texts.append(KnownText(cells.get(file, file), lines))
    return tuple(texts), cells


def _rank(plain: object) -> Rank | None:
    if not isinstance(plain, dict):
        return None
    rank, size = (integer_of(plain, name) for name in ("rank", "world_size"))
    if rank is None or size is None or not 0 <= rank < size:
        return None
    return Rank(rank, positive_or_zero(integer_of(plain, "local_rank")), size)


def read_variables(entries: list[Any], options: Options) -> tuple[Variable, ...]:
    """Variables that the probe told: [name, kind, value] each; see plain_values."""
    return tuple(_Reader(options, {})._variables(entries)) if options.locals else ()


def _short_integer(digits: str) -> int | None:
    return int(digits) if len(digits) <= 20 else None


def _linked(exceptions: tuple[RaisedException, ...]) -> tuple[RaisedException, ...]:
    """The same without links that lead nowhere."""

    def known(place: int | None) -> int | None:
        return place if place is not None and 0 <= place < len(exceptions) else None

    return tuple(
        one._replace(
            cause=known(one.cause),
            context=known(one.context),
            group=tuple(place for place in one.group if known(place) is not None),
        )
        for one in exceptions
    )


def _python(facts: dict[str, Any]) -> PythonInfo | Absent:
    text = text_of(facts, "version", 20)
    if not _VERSION.match(text):
        return Absent("the hand-over names no version of Python")
    major, minor, micro = map(int, text.split("."))
    return PythonInfo(
        version=(major, minor, micro),
        version_text=text,
        implementation=text_of(facts, "implementation", 40) or "CPython",
        free_threaded=facts.get("free_threaded") is True,
        prefix=path_of(facts, "prefix", MAX_PATH),
        stdlib=path_of(facts, "stdlib", MAX_PATH),
    )


class _Reader:
    """Decodes exceptions, frames and values, all within one budget."""

    def __init__(self, options: Options, cells: dict[str, str]) -> None:
        self._cells = cells
        self._left = MAX_VALUES
        self._locals = options.locals
        self._mask = options.mask_secrets

    def exception(self, plain: dict[str, Any]) -> RaisedException:
        message = plain.get("message")
        shown: str | Absent = Absent("its class has a __str__ of its own, which is not called")
        if isinstance(message, str):
            shown = self._masked(message[:MAX_TEXT])
        group = [place for place in list_of(plain, "group", MAX_EXCEPTIONS) if type(place) is int]
        return RaisedException(
            type=text_of(plain, "type", 300) or "?",
            message=shown,
            frames=tuple(map(self._frame, reversed(dicts_of(plain, "frames", MAX_FRAMES)))),
            bases=texts_of(plain, "bases", 50),
            cause=integer_of(plain, "cause"),
            context=integer_of(plain, "context"),
            group=tuple(group),
            notes=tuple(map(self._masked, texts_of(plain, "notes", 16))),
            name=text_of(plain, "name", 300) or None,
            path=path_of(plain, "path", MAX_PATH) or None,
            returncode=integer_of(plain, "returncode"),
            left_out=max(integer_of(plain, "left_out") or 0, 0),
            refused=self.refused(plain.get("refused")),
            numba=read_failure(plain.get("numba"), self._masked),
            simulated=read_simulated(plain.get("simulated")),
            dispatchers=read_dispatchers(plain.get("dispatchers")),
            mixed_containers=read_containers(plain.get("containers")),
        )

    def _masked(self, text: str, *, cut: bool = False) -> str:
        return mask_text(text, cut) if self._mask else text

    def refused(self, plain: object) -> RefusedArgument | None:
        found = refused_argument(plain)
        if found is None or found.forward is None:
            return found
        place = found.forward
        return found._replace(forward=place._replace(file=self._cells.get(place.file, place.file)))

    def _frame(self, plain: dict[str, Any]) -> RaisedFrame:
        file = text_of(plain, "file", MAX_PATH)
        file = self._cells.get(file, file)
        line = positive(integer_of(plain, "line"))
        begin, end, column, end_column = (*list_of(plain, "position", 4), None, None, None, None)[
            :4
        ]
        known = begin == line is not None and all(type(n) is int for n in (column, end_column))
        location = Location(file, line)
        if known and isinstance(column, int) and isinstance(end_column, int):
            end_line = end if type(end) is int and end >= begin else line
            location = Location(file, line, column + 1, end_line, end_column + 1)
        variables: tuple[Variable, ...] | Absent = Absent("not asked for (--no-locals)")
        if self._locals:
            variables = tuple(self._variables(list_of(plain, "locals", MAX_VARIABLES)))
        function = text_of(plain, "function", 300)
        return RaisedFrame(
            function=function,
            location=location,
            qualname=text_of(plain, "qualname", 300) or function,
            first_line=max(integer_of(plain, "first_line") or 0, 0),
            locals=variables,
        )

    def _variables(self, entries: list[Any]) -> Iterator[Variable]:
        for entry in entries:
            if not isinstance(entry, list) or len(entry) != 3:
                continue
            name, kind, plain = entry
            if isinstance(name, str) and isinstance(plain, dict) and self._left > 0:
                value = self._value(plain, level_of(name) if self._mask else SHOWN, 0)
                known = kind if kind in ("argument", "local", "global") else "local"
                yield Variable(name[:300], value, known)

    def _value(self, plain: dict[str, Any], secret: int, depth: int) -> Value:
        """secret: what the name that holds the value says of it."""
        self._left -= 1
        name = text_of(plain, "t", 300) or "?"
        decode = _KINDS.get(text_of(plain, "k", 20))
        if decode is None or self._left <= 0 or depth > MAX_DEPTH:
            return Value(name, "…")
        return decode(self, plain, name, secret, depth)

    def _int(self, plain: dict[str, Any], name: str, secret: int, depth: int) -> Value:
        if secret == EVERYTHING:
            return Value(name, MASK)
        number = plain.get("v")
        if type(number) is int:
            return Value(name, str(number), number=number)
        return Value(name, text_of(plain, "v", 100))

    def _plain(self, plain: dict[str, Any], name: str, secret: int, depth: int) -> Value:
        if secret == EVERYTHING and name != "NoneType":
            return Value(name, MASK)
        text = text_of(plain, "v", SHOWN_TEXT)
        known = {"True": 1, "False": 0} if name == "bool" else {}
        return Value(name, text or f"<{name}>", number=known.get(text))

    def _str(self, plain: dict[str, Any], name: str, secret: int, depth: int) -> Value:
        text = text_of(plain, "v", SHOWN_TEXT)
        if text and hides_text(secret, text):
            return Value(name, MASK)
        cut = (integer_of(plain, "n") or 0) > len(text)
        return Value(name, repr(self._masked(text, cut=cut)) + ("…" if cut else ""))

    def _bytes(self, plain: dict[str, Any], name: str, secret: int, depth: int) -> Value:
        text = text_of(plain, "v", 200)
        if text and hides_text(secret, text):
            return Value(name, MASK)
        data = bytes.fromhex(text) if _HEX.match(text) else b""
        cut = (integer_of(plain, "n") or 0) > len(data)
        shown = self._masked(data.decode("latin-1"), cut=cut)
        if shown != data.decode("latin-1"):
            return Value(name, MASK)
        return Value(name, repr(data) + ("…" if cut else ""))

    def _items(self, plain: dict[str, Any], name: str, secret: int, depth: int) -> Value:
        parts = [self._value(part, secret, depth + 1) for part in dicts_of(plain, "c", 64)]
        count = max(integer_of(plain, "n") or 0, len(parts))
        inside = join((part.text for part in parts), count, SHOWN_TEXT)
        if name not in ("list", "tuple"):  # a set has no places
            return Value(name, f"{{{inside}}}")
        children = tuple((f"[{at}]", part) for at, part in enumerate(parts))
        text = f"[{inside}]" if name == "list" else f"({inside})"
        return Value(name, text, children=children)

    def _map(self, plain: dict[str, Any], name: str, secret: int, depth: int) -> Value:
        children, shown = [], []
        for pair in list_of(plain, "c", 64):
            if not isinstance(pair, list) or len(pair) != 2:
                continue
            key, value = (part if isinstance(part, dict) else {} for part in pair)
            text = text_of(key, "v", SHOWN_TEXT) if key.get("k") == "text" else ""
            inside = max(secret, level_of(text)) if self._mask else SHOWN
            hidden = secret and text and may_be_secret(text)
            label = MASK if hidden else self._value(key, SHOWN, depth + 1).text
            decoded = self._value(value, inside, depth + 1)
            shown.append(f"{label}: {decoded.text}")
            if not hidden:
                children.append((f"[{label}]", decoded))
        count = max(integer_of(plain, "n") or 0, len(shown))
        return Value(name, f"{{{join(shown, count, SHOWN_TEXT)}}}", children=tuple(children))

    def _array(self, plain: dict[str, Any], name: str, secret: int, depth: int) -> Value:
        shape = [size for size in list_of(plain, "shape", MAX_DIMENSIONS) if is_size(size)]
        if len(shape) != len(list_of(plain, "shape", MAX_DIMENSIONS)):
            return Value(name, "…")
        first = [one for one in list_of(plain, "c", 64) if type(one) is int]
        facts = ArrayFacts(
            shape=tuple(shape),
            dtype=_dtype(text_of(plain, "dtype", 64)),
            itemsize=max(integer_of(plain, "itemsize") or 0, 0),
            device=_device(text_of(plain, "device", 64)),
            low=integer_of(plain, "low"),
            high=integer_of(plain, "high"),
            low_at=positive_or_zero(integer_of(plain, "low_at")),
            high_at=positive_or_zero(integer_of(plain, "high_at")),
            first=tuple(first) if secret != EVERYTHING else (),
            least=_float(plain.get("least")),
            most=_float(plain.get("most")),
            least_at=positive_or_zero(integer_of(plain, "least_at")),
            most_at=positive_or_zero(integer_of(plain, "most_at")),
        )
        return Value(name, array_text(facts), array=facts)

    def _object(self, plain: dict[str, Any], name: str, secret: int, depth: int) -> Value:
        children = []
        for entry in list_of(plain, "c", 64):
            if isinstance(entry, list) and len(entry) == 2 and isinstance(entry[1], dict):
                attribute = entry[0] if isinstance(entry[0], str) else "?"
                inside = max(secret, level_of(attribute)) if self._mask else SHOWN
                children.append((f".{attribute[:300]}", self._value(entry[1], inside, depth + 1)))
        shown = [f"{accessor[1:]}={value.text}" for accessor, value in children[:4]]
        inside_text = join(shown, len(children), SHOWN_TEXT // 2) if depth < 2 else "…"
        short = name.rpartition(".")[2]
        return Value(
            name, shortened(f"{short}({inside_text})", SHOWN_TEXT), children=tuple(children)
        )


_KINDS: dict[str, Callable[[_Reader, dict[str, Any], str, int, int], Value]] = {
    "int": _Reader._int,
    "plain": _Reader._plain,
    "text": _Reader._str,
    "bytes": _Reader._bytes,
    "items": _Reader._items,
    "map": _Reader._map,
    "array": _Reader._array,
    "object": _Reader._object,
}


def array_text(facts: ArrayFacts) -> str:
    """ "float64[4, 5]", "int64[3] on cuda:0: 0, 5, 9"."""
    shape = ", ".join(map(str, facts.shape))
    where = "" if facts.device == "cpu" else f" on {facts.device}"
    count = 1
    for size in facts.shape:
        count *= size
    values = f": {join(map(str, facts.first), count, 60)}" if facts.first else ""
    return f"{facts.dtype}[{shape}]{where}{values}"


def _dtype(text: str) -> str:
    """ "<f8" → "float64"; what is no number as it is."""
    match = re.match(r"[<>|=]([biufc])(\d{1,2})$", text)
    if match is None:
        return text
    name = _NUMPY_KINDS[match[1]]
    return name if name == "bool" else f"{name}{int(match[2]) * 8}"


def _device(text: str) -> str:
    """ "device(type='cuda', index=0)" → "cuda:0"."""
    match = re.match(r"device\(type='(\w+)'(?:, index=(\d+))?\)$", text)
    if match is None:
        return text
    return match[1] if match[2] is None or match[1] == "cpu" else f"{match[1]}:{match[2]}"


def _float(value: object) -> float | None:
    if value in ("nan", "inf", "-inf"):
        return float(str(value))
    return value if type(value) is float else None

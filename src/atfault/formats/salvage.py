"""The index of a file that atfault_probe.salvage wrote: a zip archive with `index.json`.

Nothing but the index is read; what is pickled beside it is not touched.
"""

import json
import zipfile
import zlib
from typing import Any, NamedTuple

from atfault.errors import FormatError

MAGIC = b"PK\x03\x04"
INDEX = "index.json"
MAX_INDEX = 16 << 20
VERSION = 1


class SavedValue(NamedTuple):
    """A local that was saved, or what stands in its place."""

    name: str
    type: str
    value: str = ""
    """Of a plain value, as Python writes it."""
    length: int | None = None
    shape: tuple[int, ...] | None = None
    dtype: str = ""
    device: str = ""


class SavedFrame(NamedTuple):
    file: str
    line: int | None
    function: str
    locals: tuple[SavedValue, ...]


class LostValue(NamedTuple):
    type: str
    why: str
    shape: tuple[int, ...] | None = None
    dtype: str = ""


class Salvage(NamedTuple):
    """What a file has. frames[-1] is the innermost."""

    created: str
    pid: int | None
    error_type: str
    error_message: str
    frames: tuple[SavedFrame, ...]
    random: tuple[str, ...]
    lost: tuple[LostValue, ...]
    plain: dict[str, Any]
    """The index as it stands in the file."""


def read_salvage(path: str) -> Salvage:
    """The index. Raises FormatError, OSError."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(INDEX) as file:
            data = file.read(MAX_INDEX + 1)
    except (zipfile.BadZipFile, KeyError, zlib.error, NotImplementedError, RuntimeError) as error:
        raise FormatError(f"{path} is no file of atfault_probe.salvage: {error}") from None
    if len(data) > MAX_INDEX:
        raise FormatError(f"{path}: its index is larger than {MAX_INDEX >> 20} MiB")
    try:
        plain = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{path}: its index is damaged: {error}") from None
    if not isinstance(plain, dict) or plain.get("version") != VERSION:
        raise FormatError(f"{path}: its index is not of version {VERSION}")
    raised = _dict(plain.get("error"))
    pid = plain.get("pid")
    return Salvage(
        _text(plain.get("created")),
        pid if type(pid) is int else None,
        _text(raised.get("type")),
        _text(raised.get("message")),
        tuple(_frame(_dict(one)) for one in _list(plain.get("frames"))),
        tuple(_text(one) for one in _list(plain.get("random"))),
        tuple(_lost(_dict(one)) for one in _list(plain.get("lost"))),
        plain,
    )


def _frame(plain: dict[str, Any]) -> SavedFrame:
    line = plain.get("line")
    return SavedFrame(
        _text(plain.get("file")),
        line if type(line) is int else None,
        _text(plain.get("function")),
        tuple(_value(_dict(one)) for one in _list(plain.get("locals"))),
    )


def _value(plain: dict[str, Any]) -> SavedValue:
    length = plain.get("length")
    return SavedValue(
        _text(plain.get("name")),
        _text(plain.get("type")),
        _text(plain.get("value")),
        length if type(length) is int else None,
        _shape(plain.get("shape")),
        _text(plain.get("dtype")),
        _text(plain.get("device")),
    )


def _lost(plain: dict[str, Any]) -> LostValue:
    shape = _shape(plain.get("shape"))
    return LostValue(
        _text(plain.get("type")), _text(plain.get("why")), shape, _text(plain.get("dtype"))
    )


def _shape(value: Any) -> tuple[int, ...] | None:
    if not isinstance(value, list):
        return None
    return tuple(one for one in value if type(one) is int)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []

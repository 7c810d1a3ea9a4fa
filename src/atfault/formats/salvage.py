"""The index of a file that atfault_probe.salvage wrote: a zip archive with `index.json`.

Nothing but the index is read; what is pickled beside it is not touched.
"""

import json
import zipfile
import zlib
from typing import Any

from atfault.errors import FormatError
from atfault.model.salvage import LostValue, Salvage, SavedFrame, SavedValue

MAGIC = b"PK\x03\x04"
INDEX = "index.json"
MAX_INDEX = 16 << 20
VERSION = 1


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

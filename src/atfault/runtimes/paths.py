"""pathlib paths: the path itself instead of the attributes that cache it.

3.8-3.11 keep `_drv`, `_root` and `_parts`; 3.12+ `_raw_paths`, and the parsed parts once asked for.
"""

from __future__ import annotations

from atfault.cpython.values.instances import attributes
from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.cpython.values.strings import escape, read_text
from atfault.model.secrets import hides_text
from atfault.model.values import Value

_MAX_PARTS = 64
_MAX_LENGTH = 400


def decode(decoder: ValueDecoder, subject: Subject) -> Value:
    info = subject.type
    if decoder.memory.without_text:
        return Value(info.name, f"<{info.short_name}, left out>", subject.address)
    found = dict(attributes(decoder, subject, 32)[1])
    raw = found.get("_raw_paths") or found.get("_parts")
    if not raw:
        return Value(info.name, f"<{info.short_name} at {subject.address:#x}>", subject.address)
    parts = _strings(decoder, raw)
    path = parts[0] if parts else ""
    for part in parts[1:]:
        # Each later part is relative, or it would replace what is before it.
        path = part if part.startswith("/") else f"{path.rstrip('/')}/{part}" if path else part
    if decoder.mask_secrets:
        path = "<masked>" if path and hides_text(subject.secret, path) else decoder.mask_text(path)
    shown = escape(path[:_MAX_LENGTH]) + ("…" if len(path) > _MAX_LENGTH else "")
    return Value(info.name, f"{info.short_name}({(shown or '.')!r})", subject.address)


def _strings(decoder: ValueDecoder, address: int) -> list[str]:
    """The str members of the list at `address`; raises ValueError for anything else."""
    if decoder.type_of(address).name != "list":
        raise ValueError("its parts are not a list")
    structs = decoder.structs
    size = decoder.memory.i64(address + structs["PyVarObject"]["ob_size"])
    if not 0 <= size <= _MAX_PARTS:
        raise ValueError("it has too many parts")
    items = decoder.memory.u64(address + structs["PyListObject"]["ob_item"])
    out = []
    for item in decoder.memory.u64s(items, size) if size else ():
        if decoder.type_of(item).name != "str":
            raise ValueError("a part is not a str")
        out.append(read_text(decoder.memory, structs, item, _MAX_LENGTH)[0])
    return out

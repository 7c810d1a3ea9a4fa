"""Objects of standard library types that are written in C: OrderedDict, locks, dates.

OrderedDict   a dict, then od_first → {key, hash, next, prev} → …
Lock          a semaphore and `locked`; late 3.13 and 3.14+: a PyMutex, bit 0 set while locked
RLock         owner (a pthread ident) and count; 3.14+: PyMutex, owner, acquisitions but one
datetime      bytes: year (2, big-endian) month day hour minute second microsecond (3)
"""

from __future__ import annotations

from atfault.cpython.values.containers import dict_value
from atfault.cpython.values.dicts import dict_items
from atfault.cpython.values.joining import text_of
from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.model.counts import counted
from atfault.model.values import Value

_MAX_ORDERED = 2_000
"""Items of an OrderedDict up to which its own order is followed; beyond, its table's."""


def decode_ordered_dict(decoder: ValueDecoder, subject: Subject) -> Value:
    limit = decoder.limits.items if decoder.may_descend(subject) else 0
    scanned = _MAX_ORDERED if limit else 0
    used, items = dict_items(decoder.memory, decoder.structs, subject.address, scanned)
    if used <= scanned:
        items = _in_order(decoder, subject, items, limit)
    return dict_value(decoder, subject, used, items[:limit])


def _in_order(
    decoder: ValueDecoder, subject: Subject, items: list[tuple[int, int]], limit: int
) -> list[tuple[int, int]]:
    values = dict(items)
    node_fields = decoder.structs["odict_node"]
    node = decoder.memory.u64(subject.address + decoder.structs["PyODictObject"]["od_first"])
    ordered: list[tuple[int, int]] = []
    while node and len(ordered) < min(limit, len(items)):
        key = decoder.memory.u64(node + node_fields["key"])
        if key not in values:
            raise ValueError("its order and its table disagree")
        ordered.append((key, values[key]))
        node = decoder.memory.u64(node + node_fields["next"])
    return ordered


def decode_lock(decoder: ValueDecoder, subject: Subject) -> Value:
    """Releases of 3.13 differ (3.13.0 has a semaphore, 3.13.5 a PyMutex): the size tells."""
    fields = decoder.structs["lockobject"]
    header = decoder.structs["PyObject"]["sizeof"]
    at = fields["locked"]
    if subject.type.basicsize == header + 8:
        at = header
    elif subject.type.basicsize != fields["sizeof"]:
        raise ValueError("the layout of this release's locks is not known")
    state = "locked" if subject.head[at] & 1 else "unlocked"
    text = f"<{state} {subject.type.name} at {subject.address:#x}>"
    return Value(subject.type.name, text, subject.address)


def decode_rlock(decoder: ValueDecoder, subject: Subject) -> Value:
    """What comes first tells the layouts apart: a pointer to a semaphore, or a PyMutex's byte."""
    fields = decoder.structs["rlockobject"]
    owner, count = subject.word(fields["rlock_owner"]), subject.word(fields["rlock_count"])
    first = subject.word(decoder.structs["PyObject"]["sizeof"]) & 0xFFFF_FFFF
    if first < 4:
        locked = bool(first & 1)
        count = count + 1 if locked else 0
    else:
        locked = count > 0
    if count >> 32:
        raise ValueError("it is held an impossible number of times")
    state = f"locked, owner={owner:#x} count={count}" if locked else "unlocked"
    text = f"<{subject.type.name} {state} at {subject.address:#x}>"
    return Value(subject.type.name, text, subject.address)


def decode_simple_queue(decoder: ValueDecoder, subject: Subject) -> Value:
    """3.8-3.12: a list and how much of it was taken; 3.13+: a ring buffer with a count."""
    fields = decoder.structs["simplequeueobject"]
    if "num_items" in fields:
        size = subject.word(fields["num_items"])
    else:
        whole = subject.word(fields["lst"])
        size = decoder.memory.u64(whole + decoder.structs["PyVarObject"]["ob_size"])
        size -= subject.word(fields["lst_pos"])
    if not 0 <= size < 1 << 40:
        raise ValueError("its length is impossible")
    text = f"<{subject.type.name} of {counted(size, 'item')} at {subject.address:#x}>"
    return Value(subject.type.name, text, subject.address, length=size)


def decode_datetime(decoder: ValueDecoder, subject: Subject) -> Value:
    fields = decoder.structs["PyDateTime_DateTime"]
    raw = subject.head[fields["data"] : fields["data"] + 10]
    text = f"{_date(raw)} {_time(raw[4:])}"
    return _moment(decoder, subject, text, "PyDateTime_DateTime")


def decode_date(decoder: ValueDecoder, subject: Subject) -> Value:
    start = decoder.structs["PyDateTime_Date"]["data"]
    text = _date(subject.head[start : start + 4])
    return Value(subject.type.name, f"{subject.type.short_name}({text})", subject.address)


def decode_time(decoder: ValueDecoder, subject: Subject) -> Value:
    start = decoder.structs["PyDateTime_Time"]["data"]
    return _moment(decoder, subject, _time(subject.head[start : start + 6]), "PyDateTime_Time")


def decode_timedelta(decoder: ValueDecoder, subject: Subject) -> Value:
    fields = decoder.structs["PyDateTime_Delta"]
    parts = ", ".join(
        f"{name}={subject.i32(fields[name])}" for name in ("days", "seconds", "microseconds")
    )
    return Value(subject.type.name, f"{subject.type.short_name}({parts})", subject.address)


def _date(raw: bytes) -> str:
    year, month, day = raw[0] << 8 | raw[1], raw[2], raw[3]
    if not (1 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= 31):
        raise ValueError("its date is impossible")
    return f"{year:04}-{month:02}-{day:02}"


def _time(raw: bytes) -> str:
    hour, minute, second = raw[0], raw[1], raw[2]
    micro = int.from_bytes(raw[3:6], "big")
    if hour > 23 or minute > 59 or second > 59 or micro > 999_999:
        raise ValueError("its time is impossible")
    text = f"{hour:02}:{minute:02}:{second:02}"
    return f"{text}.{micro:06}" if micro else text


def _moment(decoder: ValueDecoder, subject: Subject, text: str, layout: str) -> Value:
    fields = decoder.structs[layout]
    if subject.head[fields["hastzinfo"]]:
        zone = decoder.child(subject, subject.word(fields["tzinfo"]))
        text += f", tzinfo={text_of(zone)}"
    return Value(subject.type.name, f"{subject.type.short_name}({text})", subject.address)

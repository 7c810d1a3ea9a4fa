"""list, tuple, dict, set, deque, range, slice: what is in them, bounded.

list    ob_size | ob_item → address address …
tuple   ob_size | address address …                       (3.14+: ob_hash between)
set     fill used mask | table → {key, hash} × (mask + 1); free slots NULL, deleted ones dummies
deque   ob_size | leftblock leftindex …; block: leftlink | 64 addresses | rightlink
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

from atfault.cpython.values.dicts import dict_items
from atfault.cpython.values.instances import attribute_children, tuple_fields
from atfault.cpython.values.joining import join, text_limit, text_of
from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.cpython.values.strings import read_text, text_size
from atfault.model.absent import Absent
from atfault.model.buffers import Buffer
from atfault.model.counts import counted
from atfault.model.masked import CommandWords
from atfault.model.secrets import MASK, hides, may_be_secret, option_of
from atfault.model.values import Value

_MAX_SIZE = 1 << 40
_MAX_SLOTS = 1 << 14
"""Slots of a set's table that are looked at for its first members."""
_MAX_OPTION = 80
_BLOCK = 64
"""Addresses in a block of a deque: BLOCKLEN, Modules/_collectionsmodule.c."""


def decode_list(decoder: ValueDecoder, subject: Subject) -> Value:
    size = _size(decoder, subject)
    items = subject.word(decoder.structs["PyListObject"]["ob_item"])
    text, children = _sequence(decoder, subject, items, size)
    value = _container(decoder, subject, f"[{text}]", "list", children)
    return value._replace(items=_words("list", items, size))


def decode_tuple(decoder: ValueDecoder, subject: Subject) -> Value:
    size = _size(decoder, subject)
    items = subject.address + decoder.structs["PyTupleObject"]["ob_item"]
    if subject.type.from_class_statement:
        fields = tuple_fields(decoder, subject.type)
        if fields is not None and len(fields) == size:
            return _named_tuple(decoder, subject, fields, items)
    text, children = _sequence(decoder, subject, items, size)
    text = f"({text},)" if size == 1 and children else f"({text})"
    value = _container(decoder, subject, text, "tuple", children)
    return value._replace(items=_words("tuple", items, size))


def _words(kind: str, start: int, size: int) -> Buffer | None:
    """Where the addresses of `size` items are."""
    if not start:
        return None
    return Buffer(kind, start, start, start + 8 * size, "", 8, (size,), (8,))


def _container(
    decoder: ValueDecoder,
    subject: Subject,
    text: str,
    plain: str,
    children: list[tuple[str, Value]],
) -> Value:
    """text: in brackets, as of the builtin type `plain`. That of a subclass is wrapped in its name
    and followed by the attributes of its own: Items([1, 2], rate=0.5)."""
    info = subject.type
    if info.name != plain:
        inside = [] if text in ("()", "[]", "{}") else [text]
        if info.from_class_statement and decoder.may_descend(subject):
            _, texts, attributes = attribute_children(decoder, subject)
            inside += texts
            children = children + attributes
        text = f"{info.short_name}({join(inside, len(inside), text_limit(decoder, subject))})"
    return Value(info.name, text, subject.address, children=tuple(children))


def _size(decoder: ValueDecoder, subject: Subject) -> int:
    size = subject.signed(decoder.structs["PyVarObject"]["ob_size"])
    if not 0 <= size < _MAX_SIZE:
        raise ValueError(f"its length {size} is impossible")
    return size


def _sequence(
    decoder: ValueDecoder, subject: Subject, items: int, size: int
) -> tuple[str, list[tuple[str, Value]]]:
    """(text without brackets, children) of `size` addresses at `items`."""
    if not size:
        return "", []
    if not decoder.may_descend(subject):
        return f"… {counted(size, 'item')}", []
    addresses = decoder.memory.u64s(items, min(size, decoder.limits.items))
    return _members(decoder, subject, addresses, size)


def _members(
    decoder: ValueDecoder, subject: Subject, addresses: Iterable[int], size: int
) -> tuple[str, list[tuple[str, Value]]]:
    children: list[tuple[str, Value]] = []
    texts: list[str] = []
    name = ""
    words = CommandWords()
    for index, address in enumerate(addresses):
        value = decoder.child(subject, address)
        if name and isinstance(value, Value) and hides(name, _inside(value)):
            value = decoder.child(subject, address, name)
        name = ""
        if decoder.mask_secrets and isinstance(value, Value) and value.type in ("str", "bytes"):
            value = _as_word(words, value)
            name = _name_of_next(value, size)
        texts.append(text_of(value))
        if isinstance(value, Value):
            children.append((f"[{index}]", value))
    return join(texts, size, text_limit(decoder, subject)), children


def _inside(value: Value) -> str:
    """The contents of a str or bytes, without b and quotes."""
    return value.text.removeprefix("b").strip("'\"")


def _as_word(words: CommandWords, value: Value) -> Value:
    """The text as one of the words of a command."""
    if value.type != "str" or len(value.text) > _MAX_OPTION or value.text[:1] not in "'\"":
        return value
    word = value.text[1:-1]
    masked = words.mask(word)
    return value if masked == word else value._replace(text=repr(masked))


def _name_of_next(value: Value, size: int) -> str:
    """Under which name the next item is known: an option before it, as in the words of a command,
    or a text that makes a pair with it; "" for none."""
    if len(value.text) > _MAX_OPTION:
        return ""
    word = _inside(value)
    is_pair = size == 2 and word.replace("-", "_").isidentifier()
    return option_of(word) or (word if is_pair else "")


def _named_tuple(decoder: ValueDecoder, subject: Subject, fields: list[str], items: int) -> Value:
    children: list[tuple[str, Value]] = []
    texts: list[str] = []
    if decoder.may_descend(subject):
        shown = min(len(fields), decoder.limits.attributes)
        for field, address in zip(fields, decoder.memory.u64s(items, shown)):
            value = decoder.child(subject, address, field)
            texts.append(f"{field}={text_of(value)}")
            if isinstance(value, Value):
                children.append((f".{field}", value))
    inside = join(texts, len(fields), text_limit(decoder, subject))
    return Value(
        subject.type.name,
        f"{subject.type.short_name}({inside})",
        subject.address,
        children=tuple(children),
    )


def decode_dict(decoder: ValueDecoder, subject: Subject) -> Value:
    limit = decoder.limits.items if decoder.may_descend(subject) else 0
    used, items = dict_items(decoder.memory, decoder.structs, subject.address, limit)
    return dict_value(decoder, subject, used, items)


def dict_value(
    decoder: ValueDecoder, subject: Subject, used: int, items: list[tuple[int, int]]
) -> Value:
    """A dict or a subclass with `used` items, of which `items` are to be shown."""
    text, children = mapping_parts(decoder, subject, used, items)
    return _container(decoder, subject, f"{{{text}}}", "dict", children)


def mapping_parts(
    decoder: ValueDecoder, subject: Subject, used: int, items: list[tuple[int, int]]
) -> tuple[str, list[tuple[str, Value]]]:
    """(text without braces, children) of a dict's items; a value is masked by its key."""
    children: list[tuple[str, Value]] = []
    texts: list[str] = []
    for key_address, value_address in items:
        key, name = _key(decoder, subject, key_address)
        value = decoder.child(subject, value_address, name)
        if subject.secret and may_be_secret(name):
            key = Value("str", MASK, key_address)
        texts.append(f"{text_of(key)}: {text_of(value)}")
        if isinstance(value, Value) and isinstance(key, Value):
            children.append((f"[{_accessor(key, name)}]", value))
    return join(texts, used, text_limit(decoder, subject)), children


def _key(decoder: ValueDecoder, subject: Subject, address: int) -> tuple[Value | Absent, str]:
    """(the key, its text when it is a str)."""
    key = decoder.key(subject, address)
    name = ""
    if decoder.memory.without_text:
        return _name_in_code(decoder, key, address)
    if isinstance(key, Value) and key.type == "str" and key.text != MASK:
        name = read_text(decoder.memory, decoder.structs, address, 200)[0]
    elif isinstance(key, Value) and key.type == "bytes":
        name = _inside(key)
    return key, name


def _name_in_code(
    decoder: ValueDecoder, key: Value | Absent, address: int
) -> tuple[Value | Absent, str]:
    """As `_key` where texts are left out: only names that stand in code are none."""
    if isinstance(key, Absent) or key.type != "str":
        return key, ""
    size, is_interned = text_size(decoder.memory, decoder.structs, address)
    if not is_interned or size > _MAX_OPTION:
        return key, ""
    name = read_text(decoder.memory, decoder.structs, address, _MAX_OPTION)[0]
    if not name.isidentifier() or decoder.mask_text(name) != name:
        return key, ""
    return key._replace(text=repr(name)), name


def _accessor(key: Value, name: str) -> str:
    if key.type == "str" and name and key.text[1:-1] == name and '"' not in name:
        return f'"{name}"'
    return key.text


def decode_mappingproxy(decoder: ValueDecoder, subject: Subject) -> Value:
    inner = decoder.child(subject, subject.word(decoder.structs["PyObject"]["sizeof"]))
    children = inner.children if isinstance(inner, Value) else ()
    return Value(
        "mappingproxy", f"mappingproxy({text_of(inner)})", subject.address, children=children
    )


def decode_set(decoder: ValueDecoder, subject: Subject) -> Value:
    fields = decoder.structs["PySetObject"]
    used, mask = subject.signed(fields["used"]), subject.signed(fields["mask"])
    if not 0 <= used <= mask or mask & (mask + 1) or mask >= _MAX_SIZE:
        raise ValueError("its table is damaged")
    members: list[int] = []
    if used and decoder.may_descend(subject):
        wanted = min(used, decoder.limits.items)
        members = _set_members(decoder, subject.word(fields["table"]), mask + 1, wanted)
    text, _ = _members(decoder, subject, members, used)
    plain = subject.type.name == "set"
    if not used:
        text = f"{subject.type.short_name}()"
    else:
        text = f"{{{text}}}" if plain else f"{subject.type.short_name}({{{text}}})"
    return Value(subject.type.name, text, subject.address)


def _set_members(decoder: ValueDecoder, table: int, slots: int, wanted: int) -> list[int]:
    """Addresses of the first members; a deleted slot has hash -1, which no member has."""
    entry = decoder.structs["setentry"]
    stride = entry["sizeof"]
    members: list[int] = []
    for first in range(0, min(slots, _MAX_SLOTS), _BLOCK):
        count = min(_BLOCK, slots - first)
        raw = decoder.memory.read(table + first * stride, count * stride)
        for offset in range(0, count * stride, stride):
            key, hash_ = struct.unpack_from("<Qq", raw, offset)
            if key and hash_ != -1:
                members.append(key)
                if len(members) == wanted:
                    return members
    return members


def decode_deque(decoder: ValueDecoder, subject: Subject) -> Value:
    fields, block_fields = decoder.structs["dequeobject"], decoder.structs["deque_block"]
    size = _size(decoder, subject)
    block, index = subject.word(fields["leftblock"]), subject.signed(fields["leftindex"])
    addresses: list[int] = []
    wanted = min(size, decoder.limits.items) if decoder.may_descend(subject) else 0
    while len(addresses) < wanted:
        if not 0 <= index < _BLOCK:
            raise ValueError("its block index is impossible")
        count = min(_BLOCK - index, wanted - len(addresses))
        addresses.extend(decoder.memory.u64s(block + block_fields["data"] + 8 * index, count))
        block, index = decoder.memory.u64(block + block_fields["rightlink"]), 0
    text, children = _members(decoder, subject, addresses, size)
    maxlen = subject.signed(fields["maxlen"])
    suffix = f", maxlen={maxlen}" if maxlen >= 0 else ""
    return Value(
        subject.type.name,
        f"{subject.type.short_name}([{text}]{suffix})",
        subject.address,
        children=tuple(children),
    )


def decode_range(decoder: ValueDecoder, subject: Subject) -> Value:
    fields = decoder.structs["rangeobject"]
    start, stop, step = (
        text_of(decoder.child(subject, subject.word(fields[name])))
        for name in ("start", "stop", "step")
    )
    text = f"range({start}, {stop})" if step == "1" else f"range({start}, {stop}, {step})"
    return Value("range", text, subject.address)


def decode_slice(decoder: ValueDecoder, subject: Subject) -> Value:
    fields = decoder.structs["PySliceObject"]
    parts = (
        text_of(decoder.child(subject, subject.word(fields[name])))
        for name in ("start", "stop", "step")
    )
    return Value("slice", f"slice({', '.join(parts)})", subject.address)

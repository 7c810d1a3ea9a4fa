"""Values of str, bytes and bytearray."""

from __future__ import annotations

from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.cpython.values.strings import MAX_LENGTH, read_text, text_size
from atfault.model.buffers import Buffer
from atfault.model.counts import counted
from atfault.model.secrets import LOOKS, hides_text
from atfault.model.values import Value


def left_out(size: int, unit: str) -> str:
    """What is shown in place of a text that was left out."""
    return f"<{counted(size, unit)}, left out>"


def decode_str(decoder: ValueDecoder, subject: Subject) -> Value:
    limit = decoder.limits.characters
    if decoder.memory.without_text:
        size = text_size(decoder.memory, decoder.structs, subject.address, subject.head)[0]
        shown = left_out(size, "character") if size else "''"
        return Value(subject.type.name, shown, subject.address)
    # Read more than is shown, so that a secret that begins within the part shown is recognised.
    text, length = read_text(
        decoder.memory, decoder.structs, subject.address, limit + 200, subject.head
    )
    name = subject.type.name
    if decoder.mask_secrets and length:
        if hides_text(subject.secret, text):
            return Value(name, "<masked>", subject.address)
        text = decoder.mask_text(text, cut=length > len(text))
    shown = repr(text[:limit])
    if length > limit or len(text) > limit:
        shown += f"… ({counted(length, 'character')})"
    if subject.type.from_class_statement:
        shown = f"{subject.type.short_name}({shown})"
    return Value(name, shown, subject.address)


def decode_bytes(decoder: ValueDecoder, subject: Subject) -> Value:
    size = subject.signed(decoder.structs["PyVarObject"]["ob_size"])
    start = subject.address + decoder.structs["PyBytesObject"]["ob_sval"]
    return _bytes_value(decoder, subject, start, size, "bytes")


def decode_bytearray(decoder: ValueDecoder, subject: Subject) -> Value:
    size = subject.signed(decoder.structs["PyVarObject"]["ob_size"])
    start = subject.word(decoder.structs["PyByteArrayObject"]["ob_start"])
    return _bytes_value(decoder, subject, start, size, "bytearray")


def _bytes_value(
    decoder: ValueDecoder, subject: Subject, start: int, size: int, kind: str
) -> Value:
    if not 0 <= size < MAX_LENGTH:
        raise ValueError(f"its length {size} is impossible")
    high = start + size
    mapped = decoder.is_mapped(start, high)
    buffer = Buffer(
        kind, start, start, high, "uint8", 1, (size,), (1,), kind == "bytearray", mapped=mapped
    )
    limit = decoder.limits.characters
    if decoder.memory.without_text and size:
        shown = left_out(size, "byte")
    elif subject.secret > LOOKS and size:
        shown = "<masked>"
    elif mapped is False and size:
        shown = f"<{counted(size, 'byte')} at {start:#x}, not mapped>"
    else:
        raw = decoder.memory.read(start, min(size, limit + 200)) if size else b""
        if decoder.mask_secrets:
            text = raw.decode("latin-1")
            if hides_text(subject.secret, text):
                return Value(subject.type.name, "<masked>", subject.address)
            masked = decoder.mask_text(text, cut=size > len(raw))
            if masked != text:
                raw = masked.encode("latin-1", "replace")
        shown = repr(raw[:limit])
        if size > limit or len(raw) > limit:
            shown += f"… ({counted(size, 'byte')})"
        if kind == "bytearray":
            shown = f"bytearray({shown})"
    return Value(subject.type.name, shown, subject.address, buffer=buffer)

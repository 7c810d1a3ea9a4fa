"""Numbers and singletons.

int (Objects/longobject.c): digits of 30 bits, least significant first.

    3.8-3.11   ob_size: number of digits, negative for a negative number     | digit digit …
    3.12+      lv_tag:  number of digits << 3 | sign (0 +, 1 zero, 2 -)      | digit digit …
"""

from __future__ import annotations

import struct

from atfault.cpython.values.instances import enum_member_name
from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.model.secrets import EVERYTHING
from atfault.model.values import Value

_F64 = struct.Struct("<d")

_SHIFT = 30
_MAX_DIGITS = 140
"""About 1,260 decimal digits; a longer int is shown by its size."""
_MAX_SIZE = 1 << 40
_SHOWN_DIGITS = 60

_SINGLETONS = {"ellipsis": "Ellipsis", "NotImplementedType": "NotImplemented"}


def decode_none(decoder: ValueDecoder, subject: Subject) -> Value:
    return Value("NoneType", "None", subject.address)


def decode_singleton(decoder: ValueDecoder, subject: Subject) -> Value:
    return Value(subject.type.name, _SINGLETONS[subject.type.name], subject.address)


def decode_bool(decoder: ValueDecoder, subject: Subject) -> Value:
    number = _integer(decoder, subject)
    if number not in (0, 1):
        raise ValueError("it is neither True nor False")
    return Value("bool", "True" if number else "False", subject.address, number)


def decode_int(decoder: ValueDecoder, subject: Subject) -> Value:
    number = _integer(decoder, subject)
    if subject.secret == EVERYTHING:
        return Value(subject.type.name, "<masked>", subject.address)
    text = show_integer(number) if isinstance(number, int) else number
    if subject.type.from_class_statement:
        return _of_subclass(decoder, subject, text, number)
    return Value(
        subject.type.name, text, subject.address, number if isinstance(number, int) else None
    )


def show_integer(number: int) -> str:
    """Decimal, the middle left out when it is long."""
    text = str(number)
    if len(text) <= _SHOWN_DIGITS:
        return text
    return f"{text[:20]}…{text[-20:]} ({len(text.lstrip('-'))} digits)"


def _of_subclass(
    decoder: ValueDecoder, subject: Subject, text: str, number: int | float | str
) -> Value:
    exact = number if not isinstance(number, str) else None
    member = enum_member_name(decoder, subject)
    name = subject.type.short_name
    shown = f"<{name}.{member}: {text}>" if member else f"{name}({text})"
    return Value(subject.type.name, shown, subject.address, exact)


def _integer(decoder: ValueDecoder, subject: Subject) -> int | str:
    """The number, or what to show of one that is too long."""
    fields = decoder.structs["PyLongObject"]
    if "lv_tag" in fields:
        tag = subject.word(fields["lv_tag"])
        digits, sign = tag >> 3, tag & 3
        if sign == 3 or (sign == 1) != (digits == 0):
            raise ValueError("its sign is impossible")
        negative = sign == 2
    else:
        size = subject.signed(decoder.structs["PyVarObject"]["ob_size"])
        digits, negative = abs(size), size < 0
    if digits > _MAX_SIZE:
        raise ValueError("its number of digits is impossible")
    if digits > _MAX_DIGITS:
        return f"<int of about {digits * _SHIFT:,} bits>"
    start = fields["ob_digit"]
    raw = subject.head[start : start + 4 * digits]
    if len(raw) < 4 * digits:
        raw = decoder.memory.read(subject.address + start, 4 * digits)
    number = 0
    for digit in reversed(struct.unpack(f"<{digits}I", raw)):
        if digit >> _SHIFT:
            raise ValueError("a digit is impossible")
        number = number << _SHIFT | digit
    return -number if negative else number


def decode_float(decoder: ValueDecoder, subject: Subject) -> Value:
    number: float = _F64.unpack_from(subject.head, decoder.structs["PyFloatObject"]["ob_fval"])[0]
    if subject.secret == EVERYTHING:
        return Value(subject.type.name, "<masked>", subject.address)
    if subject.type.from_class_statement:
        return _of_subclass(decoder, subject, repr(number), number)
    return Value(subject.type.name, repr(number), subject.address, number)


def decode_complex(decoder: ValueDecoder, subject: Subject) -> Value:
    fields = decoder.structs["PyComplexObject"]
    real = _F64.unpack_from(subject.head, fields["real"])[0]
    imag = _F64.unpack_from(subject.head, fields["imag"])[0]
    text = repr(complex(real, imag))
    if subject.type.from_class_statement:
        text = f"{subject.type.short_name}({text})"
    return Value(subject.type.name, text, subject.address)

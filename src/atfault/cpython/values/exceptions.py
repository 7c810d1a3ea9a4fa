"""Exceptions: Objects/exceptions.c.

Every one begins with PyBaseExceptionObject: dict, args, (3.11+: notes), traceback, context, cause.
OSError goes on with errno, strerror, filename, filename2; args leaves the file's name out.
"""

from __future__ import annotations

from atfault.cpython.values.instances import attribute_children
from atfault.cpython.values.joining import text_of
from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.model.values import Value


def decode_exception(decoder: ValueDecoder, subject: Subject) -> Value:
    """ValueError('text'); args, cause, context and attributes are its children."""
    info = subject.type
    if not decoder.may_descend(subject):
        return Value(info.name, f"{info.short_name}(…)", subject.address)
    fields = decoder.structs["PyBaseExceptionObject"]
    children: list[tuple[str, Value]] = []
    args = decoder.child(subject, subject.word(fields["args"]))
    inside = text_of(args)
    if isinstance(args, Value):
        children.append((".args", args))
        inside = inside[1:-1].removesuffix(",")
    if any(base.name == "OSError" for base in info.chain()):
        address = subject.word(decoder.structs["PyOSErrorObject"]["filename"])
        filename = decoder.child(subject, address) if address else None
        if isinstance(filename, Value) and filename.text != "None":
            children.append((".filename", filename))
            inside += f", filename={filename.text}"
    for name in ("cause", "context"):
        address = subject.word(fields[name])
        chained = decoder.child(subject, address) if address else None
        if isinstance(chained, Value):
            children.append((f".__{name}__", chained))
    children += attribute_children(decoder, subject)[2]
    return Value(
        info.name, f"{info.short_name}({inside})", subject.address, children=tuple(children)
    )

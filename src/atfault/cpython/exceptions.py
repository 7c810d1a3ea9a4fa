"""Exceptions: Objects/exceptions.c. Every one begins with PyBaseExceptionObject:
dict, args, (3.11+: notes), traceback, context, cause."""

from __future__ import annotations

from atfault.cpython.containers import text_of
from atfault.model.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from atfault.cpython.objects import Subject, ValueDecoder


def decode_exception(decoder: ValueDecoder, subject: Subject) -> Value:
    """ValueError('text'), with args, cause and context as children."""
    fields = decoder.structs["PyBaseExceptionObject"]
    info = subject.type
    children: list[tuple[str, Value]] = []
    shown = "()"
    if decoder.may_descend(subject):
        args = decoder.child(subject, subject.word(fields["args"]))
        shown = text_of(args)
        if isinstance(args, Value):
            children.append((".args", args))
            if shown.endswith(",)"):
                shown = shown[:-2] + ")"
        if not shown.startswith("("):
            shown = f"({shown})"
        for name in ("cause", "context"):
            address = subject.word(fields[name])
            if address:
                chained = decoder.child(subject, address)
                if isinstance(chained, Value):
                    children.append((f".__{name}__", chained))
    return Value(info.name, f"{info.short_name}{shown}", subject.address, children=tuple(children))

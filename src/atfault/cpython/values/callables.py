"""Functions, methods, modules, types, generators: shown by their names.

Structures: PyFunctionObject (Objects/funcobject.c), PyMethodObject (classobject.c),
PyCFunctionObject and PyMethodDef (methodobject.c), PyModuleObject (moduleobject.c), PyGenObject
(genobject.c), PyCodeObject (codeobject.c), partialobject (Modules/_functoolsmodule.c).
"""

from __future__ import annotations

from atfault.cpython.values.joining import text_of
from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.cpython.values.strings import escape, read_text
from atfault.model.values import Value

_MAX_NAME = 200


def _name_at(decoder: ValueDecoder, address: int) -> str:
    """The str at `address`, escaped; "?" when the object there is not one."""
    if not address or decoder.type_of(address).name != "str":
        return "?"
    return escape(read_text(decoder.memory, decoder.structs, address, _MAX_NAME)[0])


def decode_type(decoder: ValueDecoder, subject: Subject) -> Value:
    shown = decoder.types.at(subject.address)
    return Value(subject.type.name, f"<class '{shown.name}'>", subject.address)


def _function_name(decoder: ValueDecoder, address: int) -> str:
    fields = decoder.structs["PyFunctionObject"]
    return _name_at(decoder, decoder.memory.u64(address + fields["func_qualname"]))


def decode_function(decoder: ValueDecoder, subject: Subject) -> Value:
    name = _function_name(decoder, subject.address)
    return Value("function", f"<function {name} at {subject.address:#x}>", subject.address)


def decode_method(decoder: ValueDecoder, subject: Subject) -> Value:
    """A bound method; its object is the child .__self__."""
    fields = decoder.structs["PyMethodObject"]
    function = subject.word(fields["im_func"])
    name = "?"
    if decoder.type_of(function).name == "function":
        name = _function_name(decoder, function)
    children: tuple[tuple[str, Value], ...] = ()
    if decoder.may_descend(subject):
        owner = decoder.child(subject, subject.word(fields["im_self"]))
        if isinstance(owner, Value):
            children = ((".__self__", owner),)
    return Value("method", f"<bound method {name}>", subject.address, children=children)


def decode_builtin(decoder: ValueDecoder, subject: Subject) -> Value:
    fields = decoder.structs["PyCFunctionObject"]
    definition = subject.word(fields["m_ml"])
    name_at = decoder.memory.u64(definition + decoder.structs["PyMethodDef"]["ml_name"])
    raw = decoder.memory.cstring(name_at, _MAX_NAME)
    name = escape(raw.decode("utf-8", "backslashreplace"))
    owner = subject.word(fields["m_self"])
    if owner:
        info = decoder.type_of(owner)
        if info.name != "module":
            text = f"<built-in method {name} of {info.name} object at {owner:#x}>"
            return Value(subject.type.name, text, subject.address)
    return Value(subject.type.name, f"<built-in function {name}>", subject.address)


def decode_module(decoder: ValueDecoder, subject: Subject) -> Value:
    address = subject.word(decoder.structs["PyModuleObject"]["md_name"])
    return Value("module", f"<module '{_name_at(decoder, address)}'>", subject.address)


def decode_generator(decoder: ValueDecoder, subject: Subject) -> Value:
    address = subject.word(decoder.structs["PyGenObject"]["gi_qualname"])
    kind = subject.type.name
    text = f"<{kind} object {_name_at(decoder, address)} at {subject.address:#x}>"
    return Value(kind, text, subject.address)


def decode_code(decoder: ValueDecoder, subject: Subject) -> Value:
    fields = decoder.structs["PyCodeObject"]
    name = _name_at(decoder, decoder.memory.u64(subject.address + fields["co_name"]))
    return Value("code", f"<code object {name} at {subject.address:#x}>", subject.address)


def decode_cell(decoder: ValueDecoder, subject: Subject) -> Value:
    address = subject.word(decoder.structs["PyCellObject"]["ob_ref"])
    if not address:
        return Value("cell", "<empty cell>", subject.address)
    inner = decoder.child(subject, address)
    children = ((".cell_contents", inner),) if isinstance(inner, Value) else ()
    return Value("cell", f"<cell: {text_of(inner)}>", subject.address, children=children)


def decode_partial(decoder: ValueDecoder, subject: Subject) -> Value:
    fields = decoder.structs["partialobject"]
    children: list[tuple[str, Value]] = []
    texts = []
    if decoder.may_descend(subject):
        for name in ("func", "args", "keywords"):
            part = decoder.child(subject, subject.word(fields[name]))
            texts.append(text_of(part))
            if isinstance(part, Value):
                children.append((f".{name}", part))
    inside = ", ".join(texts) if texts else "…"
    return Value(
        subject.type.name, f"functools.partial({inside})", subject.address, children=tuple(children)
    )

"""Instances of Numba's jitclasses, as Python has them (numba/experimental/jitclass/_box.c).

    BoxObject   PyObject   meminfo   data ─► {field, field …}
    its class   _numba_type_ ─► .name  "instance.jitclass.Ring#7f21<size:int64,cells:array(…)>"

The fields lie one behind the other as LLVM lays out a structure of theirs; where the type of one is
not known, nothing is read.
"""

from atfault.cpython.values.dicts import find_key
from atfault.cpython.values.instances import attributes
from atfault.cpython.values.objects import Subject, ValueDecoder, decode_opaque
from atfault.cpython.values.strings import read_text
from atfault.model.values import Value
from atfault.runtimes.numba_values import NumbaValues
from atfault_gdb.numba_types import MAX_TEXT, NumbaType, layout_of, parse_type, struct_of

_MAX_ATTRIBUTES = 40


def decode(decoder: ValueDecoder, subject: Subject) -> Value:
    """By its name alone where the type of a field is not known, or it is still being made."""
    kind = _type(decoder, subject)
    data = subject.word(decoder.structs["PyObject"]["sizeof"] + 8)
    layouts = [layout_of(part) for part in kind.parts]
    known = tuple(one for one in layouts if one is not None)
    if kind.kind != "jitclass" or len(known) < len(layouts) or not data:
        return decode_opaque(decoder, subject)
    values = NumbaValues(decoder.memory, mask_secrets=decoder.mask_secrets)
    found = values.fields(kind, struct_of(known), data, subject.secret)
    return found._replace(type=subject.type.name, address=subject.address)


def _type(decoder: ValueDecoder, subject: Subject) -> NumbaType:
    for info in subject.type.chain():
        address = find_key(decoder.memory, decoder.structs, info.dict_address, "_numba_type_")
        if not address:
            continue
        of_type = Subject(address, decoder.head(address), decoder.type_of(address), 0, 0)
        for name, value in attributes(decoder, of_type, _MAX_ATTRIBUTES)[1]:
            if name == "name":
                return parse_type(read_text(decoder.memory, decoder.structs, value, MAX_TEXT)[0])
    return NumbaType("other", "")

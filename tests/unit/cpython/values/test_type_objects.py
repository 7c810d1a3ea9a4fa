"""Types of which nothing but the dict of builtins tells the name."""

from __future__ import annotations

import builtins

from atfault.cpython.values.type_objects import builtin_names
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.values import Value
from support.byte_memory import ByteMemory
from support.proc_memory import ProcMemory
from support.this_process import here

NAMES = {
    int: "int",
    str: "str",
    list: "list",
    OSError: "OSError",  # also IOError and EnvironmentError
    type(None): "NoneType",
    type(len): "builtin_function_or_method",
}


class WithoutNames(ProcMemory):
    """This process's memory, but for the names of static types."""

    def cstring(self, address: int, limit: int = 4096) -> bytes:
        raise MemoryFault(address, 1, "not in the core", lacking=True)


def test_the_types_of_this_process_are_named() -> None:
    decoder = here()
    found = builtin_names(decoder.memory, decoder.structs, id(builtins.__dict__))
    assert {kind: found[id(kind)] for kind in NAMES} == NAMES


def test_values_are_decoded_by_those_names_and_others_are_left() -> None:
    decoder = here(memory=WithoutNames(), builtins=lambda: id(builtins.__dict__))
    subject = [1, "two", None]
    value = decoder.decode(id(subject))
    assert isinstance(value, Value) and value.text == "[1, 'two', None]"
    assert isinstance(decoder.decode(id(builtins)), Absent)  # the type `module` is not in it
    assert isinstance(here(memory=WithoutNames()).decode(id(subject)), Absent)


def test_a_dict_that_cannot_be_read_names_nothing() -> None:
    structs = here().structs
    assert builtin_names(ByteMemory({}), structs, 0x1000) == {}
    assert builtin_names(ByteMemory({}), structs, 0) == {}

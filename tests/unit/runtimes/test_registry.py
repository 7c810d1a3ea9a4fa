"""The list of plug-ins."""

from __future__ import annotations

import importlib
import subprocess
import sys

from atfault.cpython.values.handlers import value_decoder
from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.model.values import Value
from atfault.runtimes import BUILT_IN, Plugin, handlers
from support.this_process import here


def test_every_plugin_has_a_decoder_and_types_of_its_own() -> None:
    names = [name for plugin in BUILT_IN for name in plugin.types]
    assert len(names) == len(set(names))
    for plugin in BUILT_IN:
        assert callable(importlib.import_module(plugin.module).decode)


def test_a_plugin_is_imported_only_when_it_is_needed() -> None:
    code = (
        "import sys; from atfault.runtimes import handlers; handlers();"
        "print([m for m in sys.modules if m.startswith('atfault.runtimes.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


class Money:
    def __init__(self) -> None:
        self.cents = 5


class Euro(Money):
    pass


def decode(decoder: ValueDecoder, subject: Subject) -> Value:
    """A plug-in's function, found in this module."""
    return Value(subject.type.name, "five cents", subject.address)


def test_a_further_plugin_decodes_its_types_and_their_subclasses() -> None:
    name = f"{Money.__module__}.Money"
    table = handlers((*BUILT_IN, Plugin(__name__, (name,))))
    decoder = here()
    decoder = value_decoder(decoder.memory, decoder.structs, decoder.version, plugins=table)
    for thing in (Money(), Euro()):
        value = decoder.decode(id(thing))
        assert isinstance(value, Value)
        assert value.text == "five cents"

"""Sourced by gdb: the printers and commands of this folder. See its __init__.py."""

import importlib.util
import json
import os
import sys

import gdb

HELPER = "ATFAULT_GDB_HELPER"


def _load():
    """The package, by its place: what lies beside it is for another Python than gdb's."""
    folder = os.path.dirname(os.path.abspath(__file__))
    place = importlib.util.spec_from_file_location(
        "atfault_gdb", os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
    )
    package = importlib.util.module_from_spec(place)
    sys.modules["atfault_gdb"] = package
    place.loader.exec_module(package)


sys.dont_write_bytecode = True  # of another version than the one whose folder it is
_load()

from atfault_gdb import commands, printers  # noqa: E402

gdb.pretty_printers.insert(0, printers.look_up)
if HELPER in os.environ:
    commands.install(json.loads(os.environ.pop(HELPER)))
    gdb.execute("unset environment " + HELPER, to_string=True)

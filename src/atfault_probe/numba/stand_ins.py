"""A prange that is not Numba's: the program calls Python's range so, where it has no Numba, or
wants no threads. Numba compiles an ordinary loop, and says nothing.
"""

import ast

from atfault_probe.numba.globals import named
from atfault_probe.numba.types import programs_modules
from atfault_probe.plain.types import module_dict

MAX_FILE = 1 << 20
NAME = "prange"


def names_of(function):
    """The names, without the modules that they are taken out of, by which a function calls range as
    if it were Numba's."""
    found = [name.rpartition(".")[2] for name, value in named(function) if value is range]
    return {name for name in found if name == NAME}


def origin(function):
    """[file, line] of the one assignment that makes it so, in any module of the program's; None
    where that is not known."""
    files = {function.__code__.co_filename}  # a script has no __file__ any more when it has ended
    for name in programs_modules():
        space = module_dict(name)
        if space.get(NAME) is range and type(space.get("__file__")) is str:
            files.add(space["__file__"])
    found = [(file, line) for file in files for line in _lines(file)]
    return list(found[0]) if len(set(found)) == 1 else None


def _lines(file):
    """Of statements that give the name to range."""
    with open(file, "rb") as opened:
        tree = ast.parse(opened.read(MAX_FILE))
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
            targets = [one.id for one in node.targets if isinstance(one, ast.Name)]
            if NAME in targets and node.value.id == "range":
                yield node.lineno

"""Whose code a file is: the user's own, or the standard library's, a package's, Python's."""

from __future__ import annotations

import re
import sys

from atfault.model.absent import Absent
from atfault.model.roles import below_standard_library, is_cell, is_package
from atfault.model.state import PythonInfo

NOT_TOLD = Absent("nothing tells where its Python is")
_BASE_32 = frozenset("abcdefghijklmnopqrstuvwxyz234567")
_OWN_PSEUDO_FILES = ("<string>", "<stdin>", "<console>", "<script>", "<dynamic-code>")
"""<script> is what a subinterpreter is given to run, <dynamic-code> a function that cloudpickle
(from 3.1.3 on) has carried into another process: a job of joblib's or dask's."""
_OWN_PSEUDO_PREFIXES = ("<ipython-input", "<python-input")
_WINDOWS = r"[A-Za-z]:[\\/]"
_WINDOWS_LIBRARY = r"(?i)/(?:python3\d{1,2}(?:-32)?|\w*conda3?|envs/[^/]{1,100})/lib/"
"""Of Python itself, in a text from there: C:/Python310/lib/threading.py."""
_CELL = r"In\[\d{1,9}\]$"
"""A notebook's, as IPython calls it."""


def is_mine(filename: str, python: PythonInfo | Absent = NOT_TOLD) -> bool:
    """Whether code whose code object names `filename` is the user's own.

    filename: as the target has it, so no file is looked at: a path, relative or absolute, or a name
    in angle brackets. python: names the folder of the standard library; without it a folder called
    lib/python3.N is taken for one.
    """
    if not filename:
        return False
    if filename.startswith("<"):
        # Typed in, or passed with -c. "<frozen importlib._bootstrap>", "<__array_function__
        # internals>", "<attrs generated init …>" are not.
        return filename in _OWN_PSEUDO_FILES or filename.startswith(_OWN_PSEUDO_PREFIXES)
    if filename.startswith("In[") and re.match(_CELL, filename):
        return True
    if filename[1:2] == ":" and re.match(_WINDOWS, filename):
        filename = filename.replace("\\", "/")
        if re.search(_WINDOWS_LIBRARY, filename):
            return False
    path = _normal(filename)
    if is_package(path):
        return False
    if is_cell(path):
        return True
    if _in_zipped_stdlib(path) or _is_compiler_output(path):
        return False
    if not isinstance(python, Absent) and python.prefix and _is_launcher(path, python.prefix):
        return False
    if not isinstance(python, Absent) and python.frozen and _is_stdlib_name(path):
        return False
    stdlib = _normal(python.stdlib) if not isinstance(python, Absent) else ""
    if stdlib and (path + "/").startswith(stdlib.rstrip("/") + "/"):
        return False
    # Another interpreter's library, or the same one under another name (a symlinked prefix: sys
    # and the code objects may spell it differently), or none known.
    return not below_standard_library(path)


def _is_compiler_output(path: str) -> bool:
    """A module that torch.compile wrote (torch/_inductor/codecache.py): …/s4/cs4a2if….py, named by
    "c" and 51 letters of a hash in base 32, in a folder named by two of them."""
    folder, _, name = path.rpartition("/")
    stem = name.removesuffix(".py")
    if len(stem) != 52 or stem[0] != "c" or stem == name:
        return False
    return folder.endswith("/" + stem[1:3]) and all(char in _BASE_32 for char in stem)


def _is_stdlib_name(path: str) -> bool:
    """ctypes/__init__.py, threading.py: a module of the standard library, as the code of a frozen
    program names it."""
    return path.partition("/")[0].removesuffix(".py") in sys.stdlib_module_names


def _is_launcher(path: str, prefix: str) -> bool:
    """The script that pip wrote for a package's command: PREFIX/bin/gunicorn."""
    folder, _, name = path.rpartition("/")
    return folder == prefix.rstrip("/") + "/bin" and not name.endswith(".py")


def _normal(path: str) -> str:
    """The path without "//", "/./" and "dir/../"; links are not followed, as the file system may
    be another machine's."""
    if "//" not in path and "/." not in path and not path.startswith("./"):
        return path
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if parts and parts[-1] not in ("", ".."):
                parts.pop()
            elif parts != [""]:  # above the root is the root
                parts.append(part)
        elif part != "." and (part or not parts):
            parts.append(part)
    return "/".join(parts)


def _in_zipped_stdlib(path: str) -> bool:
    """…/python311.zip/…: the standard library of an embedded interpreter. Other archives (a zipapp:
    /home/me/tool.pyz/__main__.py) are the user's."""
    for part in path.split("/"):
        if part.startswith("python3") and part.endswith(".zip") and part[6:-4].isdigit():
            return True
    return False

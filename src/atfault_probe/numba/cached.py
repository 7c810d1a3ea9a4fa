"""What a function from Numba's cache was compiled with, and is no longer so.

Numba compiles a cached function again when its own file has changed, and for nothing else: a
compiled function of another file that it calls, or the value of a global, may have changed since.

    {globals: [{name, then, now, place}], files: [{name, file, place, changed, compiled}]}

globals: of which the cache holds another value; with file and function where that is of one that it
calls. files: of functions that it calls and of modules whose values it uses, which have changed
since it was compiled; both times in seconds. name: what the function calls it.
"""

import os
import re

from atfault_probe.numba import calls
from atfault_probe.numba import globals as numba_globals
from atfault_probe.numba.arrays import is_array
from atfault_probe.numba.types import get
from atfault_probe.plain.types import ModuleType

MAX_ANNOTATION = 1 << 20
MAX_DATA = 4 << 20
"""Bytes of what the cache has of one version of a function."""
MAX_TOLD = 16
MAX_SHOWN = 8
"""Elements of an array."""
_TAKEN = re.compile(r"= (?:global|freevar)\((\w+): (.{0,8000}?)\)  ::", re.DOTALL)
_SCALARS = (bool, int, float, str)
_NUMBER = re.compile(r"[-+]?(\d+\.?(\d*)|inf|nan)(?:e([-+]\d+))?")
_LEFT_OUT = "..."
"""What numpy writes for elements of a long array."""


def outdated(dispatcher):
    """None where nothing is known to have changed, or nothing came from the cache."""
    hits = get(get(dispatcher, "stats"), "cache_hits") or {}
    function = get(dispatcher, "py_func")
    found, files = {}, {}
    for types, overload in list((get(dispatcher, "overloads") or {}).items())[:MAX_TOLD]:
        if not any(tuple(get(one, "args") or one) == tuple(types) for one in hits):
            continue
        for one in _globals(get(overload, "type_annotation"), function):
            found.setdefault(one["name"], one)
        compiled = _compiled_at(dispatcher, types, overload)
        if compiled is not None:
            for one in _of_callees(dispatcher, compiled):
                found.setdefault(one["name"], one)
            for one in _files(dispatcher, function, compiled):
                files.setdefault(one["file"], one)
    if not found and not files:
        return None
    return {"globals": list(found.values()), "files": list(files.values())[:MAX_TOLD]}


def _of_callees(dispatcher, compiled):
    """Of those that it calls, and that are in its own code: by what the cache has of each by itself
    since before it was compiled, where no version of that has today's values."""
    for one in numba_globals.reached(dispatcher)[1:]:
        function, file = get(one, "py_func"), get(get(one, "_cache"), "_cache_file")
        if len(get(one, "overloads") or ()) or file is None or function is None:
            continue
        versions = []
        for name in list(file._load_index().values())[:MAX_TOLD]:
            status = os.stat(file._data_path(name))
            if status.st_size > MAX_DATA or status.st_mtime > compiled:
                return
            texts = [part for part in file._load_data(name) if type(part) is str]
            versions.append([each for text in texts for each in _globals(text, function)])
        for each in versions[0] if versions else ():
            if all(each["name"] in [other["name"] for other in known] for known in versions):
                code = function.__code__
                yield dict(each, file=code.co_filename, function=code.co_name)


def _globals(text, function):
    """Of plain values and arrays, which Numba has kept beside the code. text: what it tells of the
    types."""
    if type(text) is not str or len(text) > MAX_ANNOTATION:
        return
    values = dict(numba_globals.named(function))
    for match in _TAKEN.finditer(text):
        name, then = match.group(1), match.group(2)
        now = values.get(name)
        is_plain = type(now) in _SCALARS
        if str(now) != then if is_plain else _is_changed(now, then):
            place = numba_globals.place_of_name(function, name)
            now, then = repr(now) if is_plain else _shown(now), " ".join(then.split())
            yield {"name": name, "then": then[:80], "now": now[:80], "place": place}


def _is_changed(now, then):
    """Of an array, where numpy writes numbers as numbers."""
    return is_array(now) and is_another(now, then) and not is_another(now, str(now))


def is_another(array, text):
    """Whether an array cannot be what numpy wrote as the text: another number of elements, or one
    that is further away than the digits written allow. Of a long one its ends are known."""
    if array.dtype.kind not in "iuf" or (_LEFT_OUT in text and array.ndim != 1):
        return False
    first, _, last = text.partition(_LEFT_OUT)
    heads, tails = [list(_NUMBER.finditer(part)) for part in (first, last)]
    if len(heads) + len(tails) > array.size or (not tails and len(heads) < array.size):
        return True
    flat = array.reshape(-1)
    pairs = list(zip(heads, flat[: len(heads)])) + list(zip(tails[::-1], flat[::-1]))
    return any(_is_away(match, value.item()) for match, value in pairs)


def _is_away(match, value):
    written, digits = float(match.group(0)), len(match.group(2) or "")
    if written == value or (written != written and value != value):
        return False
    unit = 10.0 ** (int(match.group(3) or 0) - digits)
    is_near = abs(written - value) <= unit + 1e-9 * abs(written)
    return abs(written) == float("inf") or not is_near


def _shown(array):
    """The first elements, as text."""
    shown = ", ".join(repr(one.item()) for one in array.reshape(-1)[:MAX_SHOWN])
    return "[%s%s]" % (shown, ", ..." if array.size > MAX_SHOWN else "")


def _compiled_at(dispatcher, types, overload):
    """When the cache's file was written, in seconds; None when unknown."""
    try:
        cache = get(dispatcher, "_cache")
        signature = next(
            one for one in get(dispatcher, "_cache_hits") if tuple(get(one, "args") or one) == types
        )
        key = cache._index_key(signature, overload.codegen)
        file = cache._cache_file
        return os.stat(file._data_path(file._load_index()[key])).st_mtime
    except Exception:
        return None


def _files(dispatcher, function, compiled):
    own = function.__code__.co_filename
    for one in numba_globals.reached(dispatcher)[1:]:
        callee = get(one, "py_func")
        file = callee.__code__.co_filename
        changed = _changed_at(file)
        if file != own and changed is not None and changed > compiled:
            yield _told(function, callee.__code__.co_name, file, changed, compiled)
    pairs = numba_globals.named(function)
    for name, value in pairs:
        if type(value) is not ModuleType:
            continue
        used = [pair for pair in pairs if pair[0].startswith(name + ".") and _is_taken(pair[1])]
        space = object.__getattribute__(value, "__dict__")
        file, module = space.get("__file__"), space.get("__name__")
        if not used or type(file) is not str or type(module) is not str:
            continue
        if module.partition(".")[0] in ("numpy", "math", "numba"):
            continue
        changed = _changed_at(file)
        if file != own and changed is not None and changed > compiled:
            yield _told(function, used[0][0], file, changed, compiled)


def _is_taken(value):
    return type(value) in _SCALARS or calls.is_dispatcher(value)


def _told(function, name, file, changed, compiled):
    place = numba_globals.place_of_name(function, name.rpartition(".")[2])
    return {"name": name, "file": file[:4096], "place": place, "changed": changed,
            "compiled": compiled}  # fmt: skip


def _changed_at(file):
    try:
        return os.stat(file).st_mtime
    except OSError:
        return None

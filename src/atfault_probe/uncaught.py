"""An exception that nobody caught, as plain data: its chain, frames and their values.

    {version, how, when, pid, tid, thread, rank: {rank, local_rank, world_size} | null,
     python: {…}, library_path, launch_blocking, launch, path, loaded, texts: [{file, cell, text}],
     exceptions: [{type, module, bases, message, name, path, notes, cause, context, group, frames,
                   left_out, refused, numba, dispatchers, containers}]}

exceptions[0] is the one that ended the thread; cause, context and group name others by their place
in the list. frames: the outermost first, as a traceback prints them; left_out: frames that are not
among them. when: nanoseconds since the epoch. loaded: the shared objects mapped into the process,
where an import failed. texts: the source of frames whose code is in no file, as linecache has it;
cell: what IPython calls it ("In[5]"). numba, dispatchers, containers: see numba.facts and
numba.calls, where Numba is loaded.

Nothing of the user's is called: no `__str__`, no `__repr__`, no property (see plain.types).
"""

import itertools
import os
import sys
import time
from _thread import get_native_id

from atfault_probe.plain.json import dumps
from atfault_probe.plain.types import (
    instance_dict,
    is_static,
    mro,
    name_of,
    namespace,
    type_name,
)
from atfault_probe.plain.values import MAX_TEXT, Values, is_one

VERSION = 1
SUFFIX = ".uncaught.json"
CELL = "cell"
MAX_FILES = 16
"""Hand-overs of one process."""
MAX_EXCEPTIONS = 16
MAX_OUTER, MAX_INNER = 12, 28
"""Frames of one exception that are told of, at either end."""
MAX_WALK = 100_000
MAX_NAMES = 64
MAX_MESSAGE = 8192
MAX_LOADED = 4000
MAX_TEXTS, MAX_SOURCE = 16, 1 << 16
"""Sources that are in no file, and the characters of each."""
_OPTIMIZED = 1  # CO_OPTIMIZED: a function
_EXACT = (type(None), bool, int, float, str, bytes)
_FIELDS = (
    (OSError, ("errno", "strerror", "filename", "filename2")),
    (ImportError, ("msg", "name", "path")),
    (SyntaxError, ("msg", "filename", "lineno", "print_file_and_line")),
    (UnicodeError, ("encoding", "reason", "start", "end", "object")),
)
"""What the `__str__` of these makes its text of."""
_OF_VALUES = (IndexError, RuntimeError, ValueError)
"""Exceptions that are about values, and what comes from them."""
_UNTOLD = (type(sys), type, type(len), type(lambda: 0))
"""Modules, classes and functions: no values."""
_of_base = namespace(BaseException)
_OURS = os.path.dirname(os.path.abspath(__file__)) + os.sep
_GUARDED = ("atfault_probe.IndexGuardError", "atfault_probe.ValueGuardError")
_number = itertools.count(1).__next__  # threads may fail at once


def write(folder, how, error, thread, python):
    """Write what is known of the exception into a file of the folder; its name, "" for none.

    python: facts of the interpreter, taken when it started. May raise anything.
    """
    number = CELL if how == CELL else _number()
    if number != CELL and number > MAX_FILES:
        return ""
    data = dumps(describe(how, error, thread, python)).encode("ascii")
    # Of a session's cells the last one to fail counts.
    name = "%d-%s%s" % (os.getpid(), number, SUFFIX)
    draft = os.path.join(folder, name + ".draft")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
    fd = os.open(draft, flags, 0o600)
    try:
        while data:
            data = data[os.write(fd, data) :]
    finally:
        os.close(fd)
    os.rename(draft, os.path.join(folder, name))
    return name


def describe(how, error, thread, python):
    told = {"version": VERSION, "how": how, "pid": os.getpid(), "tid": get_native_id()}
    told["when"] = time.time_ns()
    told["thread"] = thread
    told["rank"] = _rank()
    told.update(python)
    told["path"] = [part[:4096] for part in list(sys.path)[:64] if type(part) is str]
    told["exceptions"] = _Chain().of(error)
    bases = told["exceptions"][0]["bases"]
    told["texts"] = _texts(told["exceptions"])
    told["launch"] = _launch()
    told["loaded"] = _loaded() if "ImportError" in bases or "OSError" in bases else []
    return told


def _rank():
    """Which process of a job of several this is: by its environment, else by torch.distributed."""
    try:
        texts = [os.environ.get(name, "") for name in ("RANK", "LOCAL_RANK", "WORLD_SIZE")]
        rank, local, size = [int(one) if one.isdigit() and len(one) < 8 else None for one in texts]
        distributed = sys.modules.get("torch.distributed")
        wanted = distributed is not None and (rank is None or size is None)
        if wanted and distributed.is_available() and distributed.is_initialized():
            rank, size = distributed.get_rank(), distributed.get_world_size()
    except Exception:
        return None
    if type(rank) is not int or type(size) is not int:
        return None
    return {"rank": rank, "local_rank": local, "world_size": size}


class _Chain:
    """An exception and those it came from, or holds, each once."""

    def __init__(self):
        self._errors = []
        self._values = Values()

    def of(self, error):
        self._place(error)
        told = []
        while len(told) < len(self._errors):
            told.append(self._exception(self._errors[len(told)]))
        return told

    def _place(self, error):
        """Its place in the list; None when there is no room."""
        if error is None:
            return None
        for at, known in enumerate(self._errors):
            if known is error:
                return at
        if len(self._errors) >= MAX_EXCEPTIONS:
            return None
        self._errors.append(error)
        return len(self._errors) - 1

    def _exception(self, error):
        cls = type(error)
        classes = mro(cls)
        suppressed = _of_base["__suppress_context__"].__get__(error)
        context = None if suppressed else _of_base["__context__"].__get__(error)
        # Of a program whose memory is damaged every value that is looked at may be no object any
        # more: only those are that may tell how the exception came about.
        telling = any(is_one(one, _OF_VALUES) for one in classes)
        frames, left_out = self._frames(_of_base["__traceback__"].__get__(error), telling)
        told = {
            "type": type_name(cls)[:MAX_TEXT],
            "bases": [name_of(one) for one in classes if is_static(one)],
            "message": _message(error, classes),
            "cause": self._place(_of_base["__cause__"].__get__(error)),
            "context": self._place(context),
            "group": [],
            "notes": _notes(error),
            "frames": frames,
            "left_out": left_out,
            "refused": _refused(error, cls),
        }
        told.update(_of_numba(error))
        for one in classes:
            if name_of(one) == "BaseExceptionGroup" and is_static(one):
                parts = namespace(one)["exceptions"].__get__(error)
                told["group"] = [self._place(part) for part in parts[:MAX_EXCEPTIONS]]
            if one is ImportError:
                for field in ("name", "path"):
                    value = namespace(ImportError)[field].__get__(error)
                    told[field] = value[:4096] if type(value) is str else None
            if type_name(one) == "subprocess.CalledProcessError":
                told["returncode"] = _returncode(error)
        return told

    def _frames(self, traceback, telling):
        entries = []
        for _ in range(MAX_WALK):
            if traceback is None:
                break
            if not traceback.tb_frame.f_code.co_filename.startswith(_OURS):
                entries.append(traceback)
            traceback = traceback.tb_next
        left_out = max(len(entries) - MAX_OUTER - MAX_INNER, 0)
        if left_out:
            entries = entries[:MAX_OUTER] + entries[-MAX_INNER:]
        told = [None] * len(entries)
        for at in range(len(entries) - 1, -1, -1):  # the innermost are worth the most
            told[at] = self._frame(entries[at], telling)
        return told, left_out

    def _frame(self, entry, telling):
        frame = entry.tb_frame
        code = frame.f_code
        return {
            "file": code.co_filename,
            "line": entry.tb_lineno,
            "function": code.co_name,
            "qualname": getattr(code, "co_qualname", code.co_name),
            "first_line": code.co_firstlineno,
            "position": _position(code, entry.tb_lasti),
            "locals": self._locals(frame, code) if telling else [],
        }

    def _locals(self, frame, code):
        """[name, kind, value] of the variables, and of the globals that the code names."""
        found = []
        spaces = []
        own = frame.f_locals
        if code.co_flags & _OPTIMIZED:
            arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
            names = code.co_varnames + code.co_cellvars + code.co_freevars
            spaces.append(("local", own, names))
            if type(frame.f_globals) is dict:
                spaces.append(("global", frame.f_globals, code.co_names))
        elif type(own) is dict:  # a class body's may be anything
            arguments = ()
            spaces.append(("local", own, code.co_names))
        for kind, space, names in spaces:
            for name in names[:MAX_NAMES]:
                try:
                    value = space[name]
                except KeyError:
                    continue
                if is_one(type(value), _UNTOLD):
                    continue
                plain = self._values.plain(value)
                if plain is not None:
                    found.append([name, "argument" if name in arguments else kind, plain])
        return found


def _of_numba(error):
    """What is known of it where Numba raised it (numba.hooks)."""
    hooks = sys.modules.get("atfault_probe.numba.hooks")
    if hooks is None:
        return {}
    traceback = _of_base["__traceback__"].__get__(error)
    try:
        return hooks.of_uncaught(error, traceback)
    except Exception:
        return {}


def _position(code, lasti):
    """[line, end line, column, end column] of the instruction, columns in bytes from 0 (3.11+)."""
    positions = getattr(code, "co_positions", None)
    if positions is None or lasti < 0:
        return None
    for at, position in enumerate(positions()):
        if at == lasti // 2:
            return list(position)
    return None


def _message(error, classes):
    """What str() of it would give; None where that would call code of the user's."""
    writer = None
    for one in classes:
        if "__str__" in namespace(one):
            writer = one
            break
    if writer is None or not is_static(writer):
        return None
    fields = list(_of_base["args"].__get__(error))
    if name_of(writer) == "BaseExceptionGroup":
        fields = fields[:1]  # it shows the message and counts the others
    for one, names in _FIELDS:
        if is_one(one, classes):
            for name in names:
                for cls in classes:  # UnicodeError's are those of its subclasses
                    if is_static(cls) and name in namespace(cls):
                        try:
                            fields.append(namespace(cls)[name].__get__(error))
                        except (AttributeError, TypeError):
                            pass
                        break
    if not all(is_one(type(field), _EXACT) for field in fields):
        return None
    return namespace(writer)["__str__"](error)[:MAX_MESSAGE]


def _returncode(error):
    """Of the command that a CalledProcessError is about: -N where signal N ended it."""
    code = (instance_dict(error) or {}).get("returncode")
    return code if type(code) is int and abs(code) < 1 << 32 else None


def _refused(error, cls):
    """The facts of what the guard raised (see torch_guard.errors); None of any other exception."""
    if type_name(cls) not in _GUARDED:
        return None
    facts = (instance_dict(error) or {}).get("facts")
    return _plain(facts, 0) if type(facts) is dict else None


def _plain(thing, depth):
    """Lists, dicts and what they hold, as far as they are exactly that."""
    if type(thing) is dict and depth < 2:
        return {key: _plain(thing[key], depth + 1) for key in thing if type(key) is str}
    if type(thing) is list and depth < 4:
        return [_plain(part, depth + 1) for part in thing[:64]]
    if type(thing) is float and not -1e300 < thing < 1e300:
        return repr(thing)
    if type(thing) is str:
        return thing[:4096]
    return thing if is_one(type(thing), (type(None), bool, int, float)) else None


def _notes(error):
    """What add_note() added (3.11+)."""
    notes = (instance_dict(error) or {}).get("__notes__")
    if type(notes) is not list:
        return []
    return [note[:MAX_MESSAGE] for note in notes[:16] if type(note) is str]


def _texts(exceptions):
    """The source of code that is in no file."""
    cached = getattr(sys.modules.get("linecache"), "cache", None)
    found = {}
    for error in exceptions if type(cached) is dict else ():
        for frame in error["frames"]:
            file = frame["file"]
            entry = cached.get(file)
            if file in found or len(found) >= MAX_TEXTS or type(entry) is not tuple:
                continue
            if len(entry) == 4 and entry[1] is None and type(entry[2]) is list:
                lines = [line for line in entry[2] if type(line) is str]
                found[file] = {
                    "file": file,
                    "cell": _cell(file),
                    "text": "".join(lines)[:MAX_SOURCE],
                }
    return list(found.values())


def _cell(file):
    notebook = sys.modules.get("atfault_probe.notebook")
    try:
        return "" if notebook is None else notebook.cell_of(file)
    except Exception:
        return ""


def _launch():
    """The launch on a GPU whose arguments the guard found wrong when it was too late; None."""
    torch_guard = sys.modules.get("atfault_probe.torch_guard.torch")
    package = sys.modules.get("atfault_probe")
    if torch_guard is None:
        return None
    try:
        for one in package._guards:
            return _plain(one.launches.culprit(), 0)
    except Exception:
        return None
    return None


def _loaded():
    """Paths of the shared objects in memory."""
    fd = os.open("/proc/self/maps", os.O_RDONLY | os.O_CLOEXEC)
    parts = []
    try:
        while sum(map(len, parts)) < 8 << 20:
            part = os.read(fd, 1 << 16)
            if not part:
                break
            parts.append(part)
    finally:
        os.close(fd)
    found = {}
    for line in b"".join(parts).splitlines():
        path = line[line.find(b"/") :] if b"/" in line else b""
        if b".so" in path:
            found[path.decode("utf-8", "surrogateescape")] = None
    return list(found)[:MAX_LOADED]

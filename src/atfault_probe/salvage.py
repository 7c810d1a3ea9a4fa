"""What a fatal CUDA error leaves of a program: saved to one file, rebuilt on request.

    state.salvage, a zip archive:
        index.json      what there is, for people and for `atfault show`, which executes nothing
        state.pickle    {frames: [{file, line, function, locals}], random: {python, numpy, torch},
                     loaders: {name: {batches, of, passes}}}

After a device-side assert nothing on the GPU can be read any more, but all that lives on the host
can: counters, lists, CPU tensors, arrays, the optimizer's own numbers, the states of the random
number generators. What cannot be saved (a tensor on a device, a lock, a generator, a lambda) is a
`Lost` in its place, which says what it was.

Pickling asks the objects of the program for their state, and `load` imports their modules and
makes them anew: load only files that you made. Both happen on request alone.
"""

import io
import json
import os
import pickle
import shutil
import sys
import time
import zipfile

from atfault_probe import loaders, notebook
from atfault_probe.cuda_errors import is_fatal

VERSION = 1
SUFFIX = ".salvage"
INDEX, STATE = "index.json", "state.pickle"
MAX_BYTES = 8 << 30
MAX_FRAMES = 64
MAX_LOCALS = 400
MAX_LOST = 1000
"""That the index lists."""
MAX_TEXT = 200
_RESERVE = 256 << 20
"""Bytes that are left free on the disk."""
_rescued = []
_ends = []
"""What is to be called when it is disabled."""
_PLAIN = (type(None), bool, int, float, str, bytes)
_UNTOLD = (type(sys), type, type(len), type(lambda: 0))
"""Modules, classes and functions: code is no state."""


class Lost(object):
    """In the place of what could not be saved."""

    def __init__(self, kind, why, shape=None, dtype="", device=""):
        self.kind = kind
        """The name of its type: "torch.Tensor"."""
        self.why = why
        self.shape = shape
        self.dtype = dtype
        self.device = device

    def __repr__(self):
        what = self.kind
        if self.shape is not None:
            what += "[%s]" % ", ".join(map(str, self.shape))
        return "<lost: %s, %s>" % (what, self.why)

    def __reduce__(self):
        return Lost, (self.kind, self.why, self.shape, self.dtype, self.device)


def save(path=None, error=None):
    """Save the state that an exception's traceback reaches; the file's path.

    path: of the file, or of a folder; the current folder without it. error: the one that is being
    handled without it. Raises ValueError where there is none, and OSError.
    """
    error = sys.exc_info()[1] if error is None else error
    if error is None:
        raise ValueError("no exception is being handled: pass one as error=")
    path = os.getcwd() if path is None else path
    if os.path.isdir(path):
        path = os.path.join(path, "%d-%d%s" % (int(time.time()), os.getpid(), SUFFIX))
    frames = _frames(error.__traceback__)
    room = shutil.disk_usage(os.path.dirname(os.path.abspath(path))).free - _RESERVE
    randoms = _random()
    positions = _positions(frames)
    state = {"frames": frames, "random": randoms, "loaders": positions}
    state, lost = _pickled(state, min(MAX_BYTES, max(room, 0)))
    draft = "%s.draft-%d" % (path, os.getpid())
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file, zipfile.ZipFile(file, "w") as archive:
            archive.writestr(
                INDEX, json.dumps(_index(error, frames, sorted(randoms), positions, lost))
            )
            archive.writestr(STATE, state)
        os.rename(draft, path)
    except BaseException:
        os.unlink(draft)
        raise
    return path


def load(path):
    """{frames, random, loaders} of a saved file; frames[-1] is the innermost. Executes what the
    file says: load only what you made. A class that is not there any more leaves a `Lost`."""
    with zipfile.ZipFile(path) as archive:
        return _Unpickler(io.BytesIO(archive.read(STATE))).load()


def enable(folder=None):
    """From now on, save when a fatal CUDA error ends the program: after its traceback has been
    printed, into `folder` (the current one), and say so in a line on standard error. In IPython,
    and so in a notebook, when one ends a cell. Whoever wants to know how far the DataLoaders came
    calls it after torch has been imported."""
    torch = sys.modules.get("torch")
    if torch is not None:
        loaders.watch(torch.utils.data.dataloader)
    shell = notebook.shell()
    if shell is not None:
        _ends.append(notebook.follow(shell, lambda error: rescue(error, folder)))
        return
    before = sys.excepthook

    def excepthook(exctype, value, traceback):
        before(exctype, value, traceback)
        rescue(value, folder)

    excepthook.before = before
    sys.excepthook = excepthook


def disable():
    """Undo `enable`, unless another hook has been set since."""
    loaders.forget()
    while _ends:
        _ends.pop()()
    before = getattr(sys.excepthook, "before", None)
    if before is not None:
        sys.excepthook = before


def rescue(error, folder=None):
    """Save if the error is the first fatal one, and say where. Never raises."""
    try:
        if _rescued or not is_fatal(error, str(error)):
            return
        _rescued.append(True)  # every later call to the GPU fails as well: a notebook goes on
        path = save(folder, error)
        sys.stderr.write("atfault: what was left on the host is saved: atfault show %s\n" % path)
        sys.stderr.flush()
    except Exception as failure:
        try:
            sys.stderr.write("atfault: what was left could not be saved: %s\n" % failure)
        except Exception:
            pass


# -- what is saved ---------------------------------------------------------------------------------


def _frames(traceback):
    found = []
    while traceback is not None:
        found.append(traceback)
        traceback = traceback.tb_next
    told = []
    for one in found[-MAX_FRAMES:]:
        code = one.tb_frame.f_code
        local = {}
        for name, value in list(one.tb_frame.f_locals.items()):
            if len(local) < MAX_LOCALS and not _is_code(name, value):
                local[name] = value
        told.append(
            {"file": notebook.cell_of(code.co_filename) or code.co_filename,
             "line": one.tb_lineno, "function": code.co_name, "locals": local}
        )  # fmt: skip
    return told


def _is_code(name, value):
    return (name.startswith("__") and name.endswith("__")) or isinstance(value, _UNTOLD)


def _positions(frames):
    """{name: how far it came} of the DataLoaders among the locals and their attributes."""
    torch = sys.modules.get("torch")
    if torch is None:
        return {}
    found = {}
    for frame in frames:
        for name, value in frame["locals"].items():
            own = getattr(value, "__dict__", None)
            inner = list(own.items())[:MAX_LOCALS] if type(own) is dict else []
            for path, one in [(name, value)] + [
                ("%s.%s" % (name, key), part) for key, part in inner
            ]:
                if isinstance(one, torch.utils.data.DataLoader):
                    position = loaders.position_of(one)
                    if position is not None:
                        found[path] = position
    return found


def _random():
    """The states of the generators on the host that are there."""
    import random

    states = {"python": random.getstate()}
    numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    if numpy is not None:
        states["numpy"] = numpy.random.get_state()
    if torch is not None:
        states["torch"] = torch.get_rng_state()
    return states


# -- pickling --------------------------------------------------------------------------------------


def _pickled(state, room):
    """(the state pickled, what was lost); in one piece, so that what is shared stays shared. Where
    something ends that (a structure too deep), each local by itself."""
    try:
        pickler = _Pickler(room)
        return pickler.pickled(state), pickler.lost
    except Exception:
        pass
    lost = []
    frames = []
    for frame in state["frames"]:
        local = {}
        for name, value in frame["locals"].items():
            pickler = _Pickler(room)
            try:
                local[name] = _Pickled(pickler.pickled(value))
                room -= len(local[name].data)
                lost += pickler.lost
            except Exception as error:
                local[name] = Lost(_type_name(value), "not saved: %s" % type(error).__name__)
                lost.append(local[name])
        frames.append(dict(frame, locals=local))
    return _Pickler(room).pickled(dict(state, frames=frames)), lost


class _Pickled(object):
    """A value that was pickled by itself, and is found as it was."""

    def __init__(self, data):
        self.data = data

    def __reduce__(self):
        return _unpickled, (self.data,)


def _unpickled(data):
    return _Unpickler(io.BytesIO(data)).load()


class _Pickler(pickle.Pickler):
    def __init__(self, room):
        self._buffer = io.BytesIO()
        super().__init__(self._buffer, pickle.HIGHEST_PROTOCOL)
        self._room = room
        self.lost = []

    def pickled(self, value):
        self.dump(value)
        return self._buffer.getvalue()

    def reducer_override(self, thing):
        """Asked for everything that is none of pickle's own types."""
        if isinstance(thing, (Lost, _Pickled)) or any(thing is one for one in _OURS):
            return NotImplemented
        if isinstance(thing, type) or type(thing) in (type(len), type(lambda: 0)):
            if _can_be_found(thing):
                return NotImplemented
            return self._lose(thing, "has no name that it could be found by")
        try:
            why = self._obstacle(thing)
            reduced = None if why else thing.__reduce_ex__(pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            why = str(error)[:MAX_TEXT] or type(error).__name__
        if why:
            return self._lose(thing, why)
        if not _can_be_found(type(thing)):  # of a class within a function: what it holds is kept
            why = "its class has no name that it could be found by"
            held = reduced[2] if type(reduced) is tuple and len(reduced) > 2 else None
            return self._lose(thing, why) + ({"state": held},)
        if type(reduced) is tuple and hasattr(thing, "__setstate__"):
            reduced += (None,) * (6 - len(reduced))
            if reduced[2] is not None and reduced[5] is None:
                return reduced[:5] + (_set_state,)
        return reduced

    def _obstacle(self, thing):
        """Why it is not even tried."""
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(thing, torch.Tensor):
            if thing.device.type != "cpu":
                return "it was on %s" % thing.device
            return self._take(thing.numel() * thing.element_size())
        if torch is not None and isinstance(thing, torch.UntypedStorage):
            return "" if thing.device.type == "cpu" else "it was on %s" % thing.device
        numpy = sys.modules.get("numpy")
        if numpy is not None and isinstance(thing, numpy.ndarray):
            return self._take(thing.nbytes)
        return ""

    def _take(self, size):
        if size > self._room:
            return "too large: %d bytes" % size
        self._room -= size
        return ""

    def _lose(self, thing, why):
        shape = getattr(thing, "shape", None) if _is_array(thing) else None
        lost = Lost(
            _type_name(thing),
            why,
            None if shape is None else tuple(shape),
            str(thing.dtype) if _is_array(thing) else "",
            str(getattr(thing, "device", "")) if _is_array(thing) else "",
        )
        if len(self.lost) < MAX_LOST:
            self.lost.append(lost)
        return lost.__reduce__()


def _set_state(thing, state):
    """Where its own way fails, as something that it needs is lost, it gets what there is."""
    try:
        thing.__setstate__(state)
    except Exception:
        if isinstance(state, dict):
            thing.__dict__.update(state)


_OURS = (Lost, _Pickled, _unpickled)


def _is_array(thing):
    return any(
        module in sys.modules and isinstance(thing, getattr(sys.modules[module], name))
        for module, name in (("torch", "Tensor"), ("numpy", "ndarray"))
    )


def _can_be_found(thing):
    found = sys.modules.get(getattr(thing, "__module__", None))
    for part in getattr(thing, "__qualname__", "").split("."):
        found = getattr(found, part, None)
    return found is thing


def _type_name(thing):
    cls = type(thing)
    module = cls.__module__
    return cls.__qualname__ if module == "builtins" else "%s.%s" % (module, cls.__qualname__)


class _Unpickler(pickle.Unpickler):
    def find_class(self, module, name):
        try:
            return super().find_class(module, name)
        except (ImportError, AttributeError):
            return _missing("%s.%s" % (module, name))


def _missing(name):
    """A class in the place of one that is not there: its instances are `Lost`, and keep what was
    saved of them as `state`."""

    class Missing(Lost):
        def __new__(cls, *args, **kwargs):
            return object.__new__(cls)

        def __init__(self, *args, **kwargs):
            Lost.__init__(self, name, "its class is not there")

        def __setstate__(self, state):
            Lost.__init__(self, name, "its class is not there")
            self.state = state

    return Missing


# -- the index -------------------------------------------------------------------------------------


def _index(error, frames, randoms, positions, lost):
    return {
        "version": VERSION,
        "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "pid": os.getpid(),
        "argv": [str(part)[:MAX_TEXT] for part in sys.argv],
        "error": {"type": type(error).__name__, "message": str(error)[:2000]},
        "frames": [
            {
                "file": frame["file"],
                "line": frame["line"],
                "function": frame["function"],
                "locals": [_entry(name, value) for name, value in frame["locals"].items()],
            }
            for frame in frames
        ],
        "random": randoms,
        "loaders": [dict(positions[name], name=name) for name in positions],
        "lost": [
            {"type": one.kind, "why": one.why, "device": one.device, "dtype": one.dtype,
             "shape": None if one.shape is None else list(one.shape)}
            for one in lost
        ],
    }  # fmt: skip


def _is_optimizer(value):
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.optim.Optimizer)


def _optimizer_words(optimizer):
    """ "step 120, lr 0.001": what of it is on the host."""
    steps = []
    for state in list(optimizer.state.values()):
        step = state.get("step") if isinstance(state, dict) else None
        if _is_array(step):
            step = float(step) if step.device.type == "cpu" and step.numel() == 1 else None
        if type(step) in (int, float):
            steps.append(step)
    rates = [group.get("lr") for group in optimizer.param_groups]
    words = ["step %d" % max(steps)] if steps else []
    words += ["lr %g" % rate for rate in rates[:4] if type(rate) in (int, float)]
    return ", ".join(words)


def _entry(name, value):
    told = {"name": name, "type": _type_name(value)}
    if _is_array(value):
        told["shape"] = list(value.shape)
        told["dtype"] = str(value.dtype)
        told["device"] = str(getattr(value, "device", "cpu"))
    elif _is_optimizer(value):
        told["value"] = _optimizer_words(value)
    elif type(value) in _PLAIN:
        told["value"] = repr(value)[:MAX_TEXT]
    elif type(value) in (list, tuple, dict, set, frozenset):
        told["length"] = len(value)
    return told

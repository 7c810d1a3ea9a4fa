"""Finding the callable to hammer, its arguments, and what there is to say of the environment."""

import importlib
import importlib.machinery
import importlib.util
import inspect
import os
import random
import sys
import sysconfig
import time

from atfault_probe.stressing.standard import standard

LAZY = (
    (inspect.iscoroutinefunction, "a coroutine function", "calls asyncio.run on it"),
    (inspect.isgeneratorfunction, "a generator function", "goes through what it yields"),
    (inspect.isasyncgenfunction, "an asynchronous generator", "goes through it in asyncio.run"),
)
"""Callables whose calls return before anything was done, and what a function round them does."""


class Unusable(Exception):
    """The target cannot be called at all; the message is one line."""


class Target:
    """The callable and, where given, the function that makes its arguments."""

    def __init__(self, name, call, setup):
        self.name = name
        self.call = call
        self._setup = setup
        self.import_seconds = 0.0

    def arguments(self, seed):
        """(args, kwargs) made anew. `setup` returns a tuple of arguments, a pair (tuple, dict) of
        positional and keyword arguments, None for no argument, or the only argument."""
        reseed(seed)
        if self._setup is None:
            return (), {}
        made = self._setup()
        if made is None:
            return (), {}
        if not isinstance(made, tuple) or hasattr(made, "_fields"):
            return (made,), {}
        if len(made) == 2 and type(made[0]) is tuple and type(made[1]) is dict:
            return made
        return made, {}

    def place(self):
        """Where the callable is defined; line 0 for one without Python code."""
        call = self.call
        for attribute in ("__wrapped__", "__func__"):
            call = getattr(call, attribute, call)
        code = getattr(call, "__code__", None)
        if code is None:
            code = getattr(vars(type(call)).get("__call__"), "__code__", None)
        if code is None:
            return {"file": "", "line": 0, "function": self.name}
        name = getattr(code, "co_qualname", code.co_name)
        return {
            "file": os.path.abspath(code.co_filename),
            "line": _definition_line(code),
            "function": name,
        }


def _definition_line(code):
    """The line with `def`, below the decorators."""
    linecache = standard("linecache")
    line = code.co_firstlineno
    for offset in range(20):
        text = linecache.getline(code.co_filename, line + offset).lstrip()
        if text.startswith(("def ", "async def ")) or "lambda" in text:
            return line + offset
    return line


def reseed(seed):
    """The same random numbers for each setup, from the generators that are loaded."""
    random.seed(seed)
    for name, call in (("numpy.random", "seed"), ("torch", "manual_seed")):
        function = getattr(sys.modules.get(name), call, None)
        if function is not None:
            try:
                function(seed % (1 << 32))
            except Exception:
                pass


def find(target, setup):
    """Import what "module:callable" or "script.py:callable" names. Raises Unusable."""
    began = time.monotonic()
    where, _, name = target.rpartition(":")
    module = _import(where)
    call = _attribute(module, name, where)
    if not callable(call):
        raise Unusable("%s is not callable: it is %s" % (target, _a_type(call)))
    for is_it, kind, goes in LAZY:
        if is_it(call):
            text = "%s is %s: a call runs none of it; give a plain function that %s"
            raise Unusable(text % (target, kind, goes))
    function = None
    if setup:
        setup_where, colon, setup_name = setup.rpartition(":")
        if colon and setup_where != where:
            module = _import(setup_where)
        function = _attribute(module, setup_name, setup_where or where)
        if not callable(function):
            raise Unusable("--setup %s is not callable: it is %s" % (setup, _a_type(function)))
    found = Target(name, call, function)
    found.import_seconds = time.monotonic() - began
    return found


def _a_type(value):
    return "of type " + type(value).__name__


def _import(where):
    """A module by name, or a script by its file, whose `__main__` block is not run."""
    sys.argv[:] = [where]  # ours mean nothing to it
    is_file = where.endswith(".py") or os.sep in where
    first = os.path.dirname(os.path.abspath(where)) if is_file else os.getcwd()
    if first not in sys.path:
        sys.path.insert(0, first)
    try:
        return _import_file(where) if is_file else importlib.import_module(where)
    except ModuleNotFoundError as error:
        root = where.split(".")[0]
        if not is_file and error.name in (where, root):
            raise Unusable("there is no module %s for %s" % (error.name, sys.executable)) from None
        raise Unusable("%s cannot be imported: %s" % (where, error)) from None
    except BaseException as error:
        text = ("%s: %s" % (type(error).__name__, error)).split("\n")[0]
        message = "%s cannot be imported: %s%s" % (where, text, _at(error))
        raise Unusable(message) from None


def _at(error):
    """Where an exception came from: " (at model.py, line 12)"."""
    trace = error.__traceback__
    if trace is None:
        return ""
    while trace.tb_next is not None:
        trace = trace.tb_next
    file = os.path.basename(trace.tb_frame.f_code.co_filename)
    return " (at %s, line %d)" % (file, trace.tb_lineno)


def _import_file(path):
    if not os.path.isfile(path):
        raise Unusable("%s: no such file" % path)
    name = os.path.splitext(os.path.basename(path))[0]
    known = sys.modules.get(name)
    if known is not None:
        same = getattr(known, "__file__", None)
        if same and os.path.abspath(same) == os.path.abspath(path):
            return known
        name = "atfault_target_" + name  # a script called like a module that is loaded
    path = os.path.abspath(path)
    loader = importlib.machinery.SourceFileLoader(name, path)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _attribute(module, dotted, where):
    value = module
    for part in dotted.split("."):
        try:
            value = getattr(value, part)
        except AttributeError:
            near = [name for name in dir(value) if name.lower().startswith(part[:3].lower())]
            hint = "; there is %s" % ", ".join(near[:4]) if near else ""
            raise Unusable("%s has no %s%s" % (where, dotted, hint)) from None
    return value


def environment():
    """Interpreter and packages of this process, as far as the target has loaded them."""
    is_gil_enabled = getattr(sys, "_is_gil_enabled", None)
    return {
        "python": {
            "version": "%d.%d.%d" % sys.version_info[:3],
            "implementation": {"cpython": "CPython"}.get(
                sys.implementation.name, sys.implementation.name
            ),
            "free_threaded": bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
            "gil_enabled": True if is_gil_enabled is None else bool(is_gil_enabled()),
            "executable": sys.executable or "",
            "stdlib": os.path.dirname(os.__file__),
            "prefix": sys.prefix,
        },
        "packages": _packages(),
    }


_LOADED_BEFORE = frozenset(module.split(".")[0] for module in sys.modules)
"""By the interpreter's own start (sitecustomize, .pth files), not by the target."""


def _packages():
    """Distribution → version, of the installed packages that the target has loaded."""
    metadata = standard("importlib.metadata")
    found = {}
    for name in sorted({module.split(".")[0] for module in list(sys.modules)}):
        file = getattr(sys.modules.get(name), "__file__", None) or ""
        if "/site-packages/" not in file and "/dist-packages/" not in file:
            continue
        if name.startswith("_") or name in _LOADED_BEFORE:
            continue
        try:
            found[name] = metadata.version(name)
        except Exception:  # the distribution has another name, or damaged metadata
            version = getattr(sys.modules[name], "__version__", None)
            if isinstance(version, str):
                found[name] = version
    return found

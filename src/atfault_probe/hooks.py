"""Notice what ends the program, and hand it over to the `atfault run` that started it.

An uncaught exception shows itself in one of five ways:

    main thread        the interpreter calls sys.excepthook
    threads            threading.Thread calls threading.excepthook
    multiprocessing    a child catches it, cleans up (`util._exit_function`) and prints it
    IPython            it shows what a cell raises itself (atfault_probe.notebook)
    own hook           the program has put its own sys.excepthook in the place of ours:
                       sys.last_value still has the exception when the interpreter ends

The interpreter's own hooks are replaced where they are kept (sys.__excepthook__ too, and the one
that `threading` takes from `_thread` when it is imported), so that code that compares the two, or
calls the kept one from its own hook, finds what it would find without us. An audit hook would hear
of all uncaught exceptions, but it is called for each `id()` as well: copy.deepcopy took 1.7 times
as long.

First the program's own output, then the hand-over, and nothing of it raises.
"""

import _thread
import atexit
import gc
import os
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
MODULES = ("plain.types", "plain.json", "plain.values", "uncaught")
"""What a hand-over needs, in order: loaded when there is one."""
NUMBA = ("plain.types", "numba.types", "numba.places", "numba.names",
         "numba.calls", "numba.facts", "numba.failures")  # fmt: skip
"""What is loaded when Numba could not compile something, or its program has failed."""
NUMBA_MORE = ("plain.json", "plain.values", "numba.bounds", "numba.globals", "numba.tables",
              "numba.report")  # fmt: skip
NUMBA_OPTIONS = "numba.options"
NUMBA_EVENT = "numba.core.event"
PIP_EXCEPTIONS = "pip._internal.exceptions"
STARTERS = ("execve", "posix_spawn", "posix_spawnp")
"""Of os: they start a program with an environment that they are given."""
LIBRARY = ("mmap", "struct")
"""What the journal needs of the standard library."""
_MULTIPROCESSING = "--multiprocessing-fork"

MAIN, THREAD, MULTIPROCESSING, AT_EXIT = "main", "thread", "multiprocessing", "at-exit"
CELL = "cell"
"""Of IPython."""
IPYTHON = "IPython.core.interactiveshell"


_installed = []


def recorder():
    """`record` of this process's journal (see atfault_probe.journal), which begins at the first
    call. Raises OSError where none can be made, and LookupError outside of `atfault run`."""
    if not _installed:
        raise LookupError("not under atfault run")
    return _installed[0].recorder()


def install(folder, loaders, guard="", passed=None):
    """Set the hooks. folder: where hand-overs go. loaders: importlib's (bootstrap, external).
    guard: how torch is to be guarded (see torch_guard.start), "" for not. passed: variables of ours
    that the program's own children are to have as well (see passing_on)."""
    hooks = _Hooks(folder, loaders)
    _installed[:] = [hooks]
    if sys.excepthook is sys.__excepthook__:
        sys.excepthook = hooks.excepthook
    sys.__excepthook__ = hooks.excepthook
    _replace_thread_hook(hooks)
    sys.meta_path.insert(0, _Follower(NUMBA_EVENT, hooks.watch_numba))
    sys.meta_path.insert(0, _Follower(IPYTHON, hooks.watch_ipython))
    atexit.register(hooks.at_exit)
    os.register_at_fork(after_in_child=hooks.forked)
    arguments = _command_line()
    if any(_is_pip(argument) for argument in arguments[:8]):
        sys.meta_path.insert(0, _Follower(PIP_EXCEPTIONS, hooks.watch_pip))
    if _MULTIPROCESSING in arguments:
        import multiprocessing.util  # as the process is about to do itself

        hooks.watch_multiprocessing(multiprocessing.util)
    if guard:
        hooks.guard_torch(guard)
    if passed:
        hooks.pass_on(passed)


class _Hooks:
    def __init__(self, folder, loaders):
        self._folder = folder
        self._bootstrap, self._external = loaders
        self._shown = sys.__excepthook__
        self._thread_shown = getattr(_thread, "_excepthook", None)
        self._library_path = os.environ.get("LD_LIBRARY_PATH", "")
        self._loading = _thread.RLock()
        self._start_path = list(sys.path)
        self._ended = False
        self._record = None
        self._guards = False
        self.excepthook = self._make_excepthook()
        self.thread_excepthook = self._make_thread_excepthook()

    def _make_excepthook(self):
        shown = self._shown

        def excepthook(exctype, value, traceback, /):
            try:
                shown(exctype, value, _without_ours(traceback))
            finally:
                self._shown_by_interpreter(value)

        excepthook.__doc__ = shown.__doc__
        return excepthook

    def _shown_by_interpreter(self, value):
        if not _is_inside_of_program():
            self._ended = True
            if _is_wish_to_end(value):
                return  # any exec() of a text makes CPython forget to die of Ctrl-C (pythonrun.c)
            self._hand_over(MAIN, value, "")
            if self._guards:
                self._rescue(value)

    def _make_thread_excepthook(self):
        shown = self._thread_shown

        def _excepthook(args, /):
            try:
                shown(args)
            finally:
                self._hand_over(THREAD, args.exc_value, args.thread)

        return _excepthook

    def at_exit(self):
        error = getattr(sys, "last_exc", None) or getattr(sys, "last_value", None)
        if self._ended or error is None:
            return
        if sys.excepthook is not self.excepthook or _is_of_ipythons_script(error):
            self._hand_over(AT_EXIT, error, "")

    def forked(self):
        self._ended = False
        self._loading = _thread.RLock()  # that of a thread which did not come along
        util = sys.modules.get("multiprocessing.util")
        if util is not None:
            self.watch_multiprocessing(util)

    def watch_multiprocessing(self, util):
        """In a child: its `_bootstrap` calls util._exit_function while the exception is on its way,
        which it then prints itself (Lib/multiprocessing/process.py)."""
        clean_up = getattr(util, "_exit_function", None)
        if clean_up is None or getattr(clean_up, "_of_atfault", False):
            return

        def _exit_function(*args, **kwargs):
            error = sys.exc_info()[1]
            if error is not None:
                self._hand_over(MULTIPROCESSING, error, "")
            report = sys.modules.get("atfault_probe.numba.report")
            if report is not None:
                report.write()
            return clean_up(*args, **kwargs)

        _exit_function._of_atfault = True
        util._exit_function = _exit_function

    def _hand_over(self, how, error, thread):
        """Never raises. `thread`: a threading.Thread, or "" for the main one."""
        try:
            if error is None or _is_wish_to_end(error):
                return
            collects = gc.isenabled()
            gc.disable()  # a collection would run finalizers of the program here
            try:
                uncaught = self._module("uncaught")
                uncaught.write(self._folder, how, error, self._name(thread), self._facts())
            finally:
                if collects:
                    gc.enable()
        except BaseException:
            pass  # the program comes first

    def _name(self, thread):
        if type(thread) is str:
            return "MainThread"
        name = (self._module("plain.types").instance_dict(thread) or {}).get("_name")
        return name[:200] if type(name) is str else ""

    def _facts(self):
        return {
            "python": {
                "version": ".".join([str(part) for part in sys.version_info[:3]]),
                "implementation": "CPython",
                "free_threaded": "t" in getattr(sys, "abiflags", ""),
                "stdlib": os.path.dirname(os.__file__),
                "prefix": sys.prefix,
                "executable": sys.executable or "",
            },
            "library_path": self._library_path,
            "launch_blocking": os.environ.get("CUDA_LAUNCH_BLOCKING", "0") not in ("", "0"),
        }

    def _rescue(self, error):
        """What a fatal CUDA error leaves, into the current folder, as a core file would be."""
        try:
            self._of_package("cuda_errors")
            self._of_package("notebook")
            self._of_package("loaders")
            self._of_package("salvage").rescue(error)
        except BaseException:
            pass  # the program comes first

    def guard_torch(self, mode):
        """Now, or when the program has imported it. mode: see torch_guard.start."""
        self._guards = True

        def ready(_):
            self._of_package("torch_guard.start").guard(self._of_package, mode)

        if "torch" in sys.modules:
            ready(None)
        else:
            sys.meta_path.insert(0, _Follower("torch", ready))

    def pass_on(self, passed):
        """To children that are given a copy of the environment. passed: see passing_on."""

        def of_ours():
            module = self._of_package("passing_on")
            return module, module.Variables(passed, os.fsencode(os.path.join(FOLDER, "bootstrap")))

        def of_os(function):
            def starter(*args, **kwargs):
                module, variables = of_ours()
                return module.of_mapping(function, variables)(*args, **kwargs)

            starter.__name__ = starter.__qualname__ = function.__name__
            starter.__doc__ = function.__doc__
            return starter

        def of_subprocess(subprocess):
            try:
                module, variables = of_ours()
                own = hasattr(subprocess, "_fork_exec")  # from 3.11 on
                at = subprocess if own else subprocess._posixsubprocess
                name = "_fork_exec" if own else "fork_exec"
                setattr(at, name, module.of_list(getattr(at, name), variables))
            except Exception:
                pass  # the program comes first

        for name in STARTERS:
            if hasattr(os, name):
                function = getattr(os, name)
                replaced = of_os(function)
                setattr(os, name, replaced)
                if function in os.supports_fd:
                    os.supports_fd.add(replaced)
        if "subprocess" in sys.modules:
            of_subprocess(sys.modules["subprocess"])
        else:
            sys.meta_path.insert(0, _Follower("subprocess", of_subprocess))

    def recorder(self):
        if self._record is None:
            self._record = self._journal().begin(self._folder)
        return self._record

    def _journal(self):
        """The module, with those of the standard library that it would have got at the start: a
        file of that name beside the script is none of them. The program's own imports stay as they
        would be without us."""
        ours = []
        try:
            for name in LIBRARY:
                if name not in sys.modules:
                    spec = self._external.PathFinder.find_spec(name, self._start_path)
                    self._load(name, spec)
                    ours.append(name)
            return self._of_package("journal")
        finally:
            for name in ours:
                sys.modules.pop(name, None)

    def watch_numba(self, event):
        """event: the module of Numba's that broadcasts events. Never raises."""
        try:
            self._of_package("numba.hooks").install(event, self._failures)
            if os.path.exists(os.path.join(self._folder, NUMBA_OPTIONS)):  # `atfault numba`
                for name in NUMBA_MORE:
                    self._of_package(name)
                report = sys.modules["atfault_probe.numba.report"]
                report.begin(event, self._folder, self._of_package, _Follower)
        except BaseException:
            pass  # the program comes first

    def _failures(self):
        return [self._of_package(name) for name in NUMBA][-1]

    def watch_pip(self, exceptions):
        """exceptions: pip's module of that name. Never raises."""
        try:
            self._of_package("pip_output").install(exceptions, self._folder)
        except BaseException:
            pass  # the program comes first

    def watch_ipython(self, module):
        """module: the one with the class of all its shells. Never raises."""
        try:
            cls = module.InteractiveShell
            original = cls.init_events

            def init_events(shell):
                original(shell)
                try:
                    notebook = self._of_package("notebook")
                    notebook.follow(shell, self.cell_failed)
                    if os.path.exists(os.path.join(self._folder, notebook.REQUEST)):
                        notebook.note_requests(shell, self._folder)
                except Exception:
                    pass  # the program comes first

            cls.init_events = init_events
        except Exception:
            pass

    def cell_failed(self, error):
        self._hand_over(CELL, error, "")
        if self._guards:
            self._rescue(error)

    def _module(self, name):
        """A module that a hand-over needs."""
        for one in MODULES:
            self._of_package(one)
        return sys.modules["atfault_probe." + name]

    def _of_package(self, name):
        """A module of ours, found without asking finders that the program may have installed."""
        room, _, module = name.rpartition(".")
        with self._loading:  # threads may fail at once
            if room:
                self._load_file(room, os.path.join(FOLDER, room, "__init__.py"))
            return self._load_file(name, os.path.join(FOLDER, room, module + ".py"))

    def _load_file(self, name, path):
        full = "atfault_probe." + name
        if full not in sys.modules:
            loader = self._external.SourceFileLoader(full, path)
            self._load(full, self._external.spec_from_file_location(full, path, loader=loader))
        return sys.modules[full]

    def _load(self, name, spec):
        module = self._bootstrap.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise


class _Follower:
    """On sys.meta_path until a module has been imported: finds what the others find, and calls
    `ready` with the module when its own loader has run it. Whoever only asks whether the module can
    be found, gets the same answer as without us."""

    def __init__(self, name, ready):
        self._name = name
        self._ready = ready

    def find_spec(self, name, path=None, target=None):
        if name != self._name:
            return None
        for finder in list(sys.meta_path):
            find = getattr(finder, "find_spec", None)
            spec = find(name, path, target) if find is not None and finder is not self else None
            if spec is not None:
                self._follow(spec.loader)
                return spec
        return None

    def _follow(self, loader):
        try:
            execute = loader.exec_module

            def exec_module(module):
                del loader.exec_module  # the one of its class again
                execute(module)
                if self in sys.meta_path:
                    sys.meta_path.remove(self)
                self._ready(module)

            loader.exec_module = exec_module
        except AttributeError:
            pass  # a loader that takes no attributes: the module goes unwatched


def _replace_thread_hook(hooks):
    if hooks._thread_shown is None:
        return
    _thread._excepthook = hooks.thread_excepthook
    threading = sys.modules.get("threading")
    for name in ("excepthook", "__excepthook__"):
        if getattr(threading, name, None) is hooks._thread_shown:
            setattr(threading, name, hooks.thread_excepthook)


def _is_of_ipythons_script(error):
    """Whether it ended the script that IPython was started with: it shows such ones itself."""
    entry = BaseException.__dict__["__traceback__"].__get__(error)
    for _ in range(20):
        if entry is None:
            break
        if entry.tb_frame.f_code.co_filename.endswith("IPython/core/shellapp.py"):
            return True
        entry = entry.tb_next
    return False


def _is_wish_to_end(error):
    """sys.exit() or Ctrl-C. isinstance() might ask a property of the exception's."""
    classes = type.__dict__["__mro__"].__get__(type(error))
    return any(one is SystemExit or one is KeyboardInterrupt for one in classes)


def _without_ours(traceback):
    """The traceback as it would be without us: --compare of `atfault numba` stands in calls."""
    entry = traceback
    while entry is not None and "atfault_probe.numba.compare" in sys.modules:
        inner = entry.tb_next
        while inner is not None and inner.tb_frame.f_code.co_filename.startswith(FOLDER + os.sep):
            entry.tb_next = inner = inner.tb_next
        entry = inner
    return traceback


def _is_inside_of_program():
    """Whether a hook was called by code of the program, which goes on afterwards, rather than by
    the interpreter at its end: then no module's code is on the stack any more."""
    frame = sys._getframe()
    while frame is not None:
        if frame.f_code.co_name == "<module>":
            return True
        frame = frame.f_back
    return False


def _is_pip(argument):
    """ "/venv/bin/pip3.11"; "pip" behind -m."""
    name = argument.rpartition("/")[2]
    return name.startswith("pip") and not name[3:].strip("0123456789.")


def _command_line():
    arguments = getattr(sys, "orig_argv", None)
    if arguments is None:  # before 3.10
        with open("/proc/self/cmdline", "rb") as file:
            arguments = [os.fsdecode(part) for part in file.read(1 << 16).split(b"\0")]
    return arguments

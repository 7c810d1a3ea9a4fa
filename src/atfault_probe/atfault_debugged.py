"""Starts debugpy in the program that `atfault debug` runs.

    python …/atfault_probe/atfault_debugged.py …/debugpy SOCKET CHILDREN --listen … SCRIPT …

As `python …/debugpy` does, but for two things. debugpy itself is spoken to, and not its adapter, a
process of its own that hands one request on at a time: while gdb has stopped the program no answer
comes, and requests must get through to the program nevertheless. And it listens on no port, where
any user of the machine could run code in the program: this process connects to SOCKET, a Unix
socket of atfault's in a private folder, and pydevd is handed that connection.

A program that runs already is joined in the same way (`join`), by code that is put into it
(atfault/dap/joining.py), and left again as it was.

Children are followed, where that is wanted, by debugpy's own means, which sees to it that they
connect to where their parent says (`follow`). That is a Unix socket of atfault's, too; what an
interpreter that is begun anew needs for it is in this module, which debugpy imports there by its
name and folder (PydevdCustomization.PREIMPORT).
"""

import sys

if __name__ == "__main__" and not getattr(sys.flags, "safe_path", False):
    del sys.path[0]  # the folder of this file: nothing is imported from there

import importlib.util
import json
import os
import socket
import struct
import threading
import time

MAX_ROUNDS, CLEAN_ROUNDS, BETWEEN_ROUNDS = 50, 5, 0.05
"""Of `_untrace`; the last in seconds."""
NOBODY_SECONDS = 60.0
"""After which a program that was joined is left again, if nothing was asked of it."""
OWN_NAME = "atfault_debugged"
BEFORE_NAME = "|"
"""Between a socket's path and what the parent calls the child that is to connect to it."""
MAX_FRAMES, MAX_NAME = 60, 80
YAMA = "/proc/sys/kernel/yama/ptrace_scope"
PR_SET_PTRACER = 0x59616D61
"""include/uapi/linux/prctl.h"""
NUMBERS = ("worker_id", "rank", "local_rank")
"""Arguments by which programs number the processes that they start: torch's DataLoader and users'
own functions."""


class Accepted:
    """What pydevd takes for a listening socket (pydevd.py, _WaitForConnectionThread): one
    connection comes out of it, and never another."""

    def __init__(self, connection):
        self._connections = [connection]
        self._closed = threading.Event()

    def getsockname(self):
        return "127.0.0.1", 0

    def listen(self, backlog):
        pass

    def accept(self):
        if self._connections:
            return self._connections.pop(), None
        self._closed.wait()
        raise OSError("closed")

    def close(self):
        self._closed.set()


def _load(folder):
    """debugpy by its place: what is installed beside it is for another interpreter."""
    place = importlib.util.spec_from_file_location(
        "debugpy", os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
    )
    package = importlib.util.module_from_spec(place)
    sys.modules["debugpy"] = package
    place.loader.exec_module(package)
    return package


def _configured_once(pydevd):
    """Let the program begin once it has been told to, also where the client says so and goes away
    at once: pydevd would wait for the next client (PyDB.on_disconnect), and none can come."""
    configured = threading.Event()
    done, wait = pydevd.PyDB.on_configuration_done, pydevd._wait_for_attach

    def on_configuration_done(self):
        done(self)
        configured.set()

    def wait_for_attach(cancel=None):
        wait(configured)

    pydevd.PyDB.on_configuration_done = on_configuration_done
    pydevd._wait_for_attach = _as_pydevds(wait_for_attach, pydevd)


def _as_pydevds(function, pydevd):
    """A function that is pydevd's own for pydevd, so that a stop on entry is not one in it."""
    function.__code__ = function.__code__.replace(co_filename=pydevd.__file__)
    return function


def _heeds_forks(pydevd, here):
    """A forked child that nobody follows is not debugged: nobody would be there where it stops, and
    it would stand still for ever. It runs as without us, also where it fails.

    here: [the connection of this process], which a followed child exchanges for one of its own."""

    def let_go():
        connection = here[0]
        if connection.fileno() < 0:
            return  # the session is over
        connection.close()
        sys.modules.pop("atfault_joined", None)  # whoever has its turn is not in this process
        if _is_followed(sys._getframe(2)):
            return
        from _pydevd_bundle import pydevd_constants

        pydevd_constants.after_fork()
        pydevd.settrace_forked(setup_tracing=False)
        sys.settrace(None)
        threading.settrace(None)
        if pydevd_constants.PYDEVD_USE_SYS_MONITORING:
            pydevd.pydevd_sys_monitoring.stop_monitoring(all_threads=True)

    def contained():
        try:
            let_go()
        except Exception:
            sys.settrace(None)

    os.register_at_fork(after_in_child=contained)


def _is_followed(frame):
    """Whether what forks is debugpy's own function for that, which is about to follow the child
    (_pydev_bundle/pydev_monkey.py, create_fork)."""
    known = frame is not None and frame.f_code.co_name == "new_fork"
    return known and bool(frame.f_locals.get("apply_arg_patch"))


def _connected(path):
    """Raises OSError, also where the socket is another user's."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.connect(path)
    _, uid, _ = struct.unpack(
        "3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
    )
    if uid not in (os.geteuid(), 0):
        connection.close()
        raise PermissionError("the socket that leads to the debugger is of user %d" % uid)
    return connection


def _is_over(connection):
    """Whether nobody is at the other end any more; what has arrived stays there."""
    try:
        return not connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except OSError:
        return True


def _tell(connection, body):
    """An event of ours, before any of debugpy's. Raises OSError."""
    told = json.dumps({"type": "event", "event": "atfault", "body": body, "seq": 1}).encode()
    connection.sendall(b"Content-Length: %d\r\n\r\n" % len(told) + told)


def _hand_over(connection):
    """pydevd, which will take `connection` for its server's."""
    pydevd = sys.modules["pydevd"]
    original = pydevd.create_server_socket  # where it has another name, nothing is to listen

    def accepted(host, port):
        pydevd.create_server_socket = original
        return Accepted(connection)

    pydevd.create_server_socket = accepted
    return pydevd


def join(folder, path, release):
    """Come into a program that runs already, in a thread of our own: pydevd serves the one who
    listens at `path`, until the connection ends, however it ends; then nothing is traced any more.
    release: gives back what has led here."""
    release()
    try:
        connection = _connected(path)
    except OSError:
        return  # nobody waits any more
    turn = _turn()
    turn.acquire(timeout=NOBODY_SECONDS)  # an earlier session may be about to leave
    try:
        _join(folder, connection, turn)
    except Exception as error:
        try:
            _tell(connection, {"why": str(error)})
        except OSError:
            pass  # nor does anybody now
        _over(connection, turn)


def _turn():
    """A lock that all who join this program share, whatever copy of this module they have. It is
    held from the beginning of a session until nothing is left of it."""
    shared = sys.modules.setdefault("atfault_joined", type(sys)("atfault_joined"))
    return vars(shared).setdefault("turn", threading.Lock())


def _over(connection, turn=None):
    connection.close()
    try:
        if turn is not None:
            turn.release()
    except RuntimeError:
        pass  # it was released where what had gone wrong was undone


def _join(folder, connection, turn):
    pydevd = sys.modules.get("pydevd")
    if pydevd is not None and pydevd.get_global_debugger() is not None:
        raise RuntimeError("debugpy or pydevd debugs the program already")
    quiet = "PYDEVD_DISABLE_FILE_VALIDATION"
    given, interval = os.environ.get(quiet), sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # each of the import's system calls waits for the GIL so long
    os.environ[quiet] = "1"  # else pydevd warns of modules that are frozen, on standard error
    try:
        debugpy = sys.modules.get("debugpy") or _load(folder)
        import debugpy.server.api as api
    finally:
        sys.setswitchinterval(interval)
        if given is None:
            del os.environ[quiet]

    if _is_over(connection):
        _over(connection, turn)
        return
    pydevd = _hand_over(connection)
    begun = threading.Event()
    asked = _leaves_at_the_end(pydevd, begun, turn=turn)
    _heeds_forks(pydevd, [connection])
    api.listen.called = False  # an earlier session is over
    debugpy.configure(subProcess=False)
    try:
        debugpy.listen(("127.0.0.1", 0), in_process_debug_adapter=True)
    except Exception:
        _leave(pydevd, pydevd.get_global_debugger(), connection)
        raise
    begun.set()
    if not asked.wait(NOBODY_SECONDS):
        connection.shutdown(socket.SHUT_RDWR)  # which its reader hears


def _leaves_at_the_end(pydevd, begun=None, kept=None, turn=None):
    """Have pydevd leave the program when its connection ends, however it ends, unless that is
    `kept`. begun: is set when all that would be undone is done. turn: released then. → an event:
    pydevd was asked for something, or the connection has ended."""
    from _pydevd_bundle import pydevd_comm

    asked = threading.Event()

    class Reader(pydevd_comm.ReaderThread):
        """The thread that takes requests, till there are no more."""

        def __init__(self, *args, **more):
            super().__init__(*args, **more)
            take = self.process_net_command_json

            def taken(*args):
                asked.set()
                return take(*args)

            self.process_net_command_json = taken

        def _on_run(self):
            try:
                super()._on_run()
            finally:
                asked.set()
                if self.sock is not kept:
                    self._end()

        def _end(self):
            thread = threading.Thread(target=self._leave, daemon=True)
            thread.pydev_do_not_trace = thread.is_pydev_daemon_thread = True
            try:
                thread.start()
            except RuntimeError:
                pass  # the interpreter ends

        def _leave(self):
            if begun is not None:
                begun.wait()
            _leave(pydevd, self.py_db, self.sock, turn)

    pydevd.ReaderThread = Reader
    return asked


def _leave(pydevd, debugger, connection, turn=None):
    """Let the program go on as it would without us. debugger: None where there is none yet."""
    from _pydevd_bundle import pydevd_api

    if debugger is not None:
        debugger.ready_to_run = True  # a child that waits for its breakpoints
        pydevd_api.PyDevdAPI().request_disconnect(debugger, resume_threads=True)
        waiting = debugger._waiting_for_connection_thread
        if waiting is not None:  # the one thread that stoptrace does not end
            waiting.do_kill_pydev_thread()
    pydevd.stoptrace()
    _untrace(pydevd)
    for thread in list(debugger.created_pydb_daemon_threads) if debugger is not None else ():
        if hasattr(thread, "do_kill_pydev_thread"):
            thread.do_kill_pydev_thread()  # one that began while the others were ended
    _over(connection, turn)


def _untrace(pydevd):
    """No thread is traced any more. One that had stood still, or was about to be traced first, may
    set its tracing anew as it goes on, so that this is done until none has been seen in pydevd."""
    from _pydev_bundle.pydev_monkey import undo_patch_thread_modules
    from _pydevd_bundle.pydevd_constants import PYDEVD_USE_SYS_MONITORING

    def untraced(frame, event, arg):
        sys.settrace(None)

    clean, own = 0, threading.get_ident()
    for _ in range(MAX_ROUNDS):
        if PYDEVD_USE_SYS_MONITORING:
            pydevd.pydevd_sys_monitoring.stop_monitoring(all_threads=True)
        else:
            pydevd.pydevd_tracing.set_trace_to_threads(untraced, create_dummy_thread=False)
            sys.settrace(None)
        threading.settrace(None)
        undo_patch_thread_modules()
        time.sleep(BETWEEN_ROUNDS)
        frames = sys._current_frames()
        inside = [ident for ident in frames if ident != own and _is_in_pydevd(frames[ident])]
        clean = 0 if inside else clean + 1
        if clean >= CLEAN_ROUNDS:
            return


def _is_in_pydevd(frame):
    while frame is not None:
        if "pydevd" in frame.f_code.co_filename:
            return True
        frame = frame.f_back
    return False


# Children


def follow(pydevd, path, here):
    """Have debugpy follow the children of this process, each to the socket at `path`. here: see
    `_heeds_forks`."""
    from _pydev_bundle import pydev_monkey
    from _pydevd_bundle.pydevd_defaults import PydevdCustomization

    make_code = pydev_monkey._get_python_c_args
    make_setup = pydev_monkey._get_setup_updated_with_protocol_and_ppid
    applies = pydev_monkey._get_apply_arg_patching
    own = os.path.dirname(os.path.abspath(__file__)) + ";" + OWN_NAME

    def is_followed():
        return bool(applies()) and not _is_over(here[0]) and not _is_for_the_library()

    def host_and_port():
        return path + BEFORE_NAME + _name_of_child(), 1

    def setup_of_child(setup, is_exec=False):
        made = make_setup(setup, is_exec)
        made["client"], made["port"] = host_and_port()
        return made

    def python_c_args(host, port, code, args, setup):
        made = make_code(host, port, code, args, setup)
        told = pydevd.pydevd_constants.get_protocol(), PydevdCustomization.DEBUG_MODE, own
        begin, wanted = "pydevd.settrace(", "pydevd.config(%r, %r, %r); pydevd.settrace(" % told
        if isinstance(made, bytes):
            return made.replace(begin.encode(), wanted.encode(), 1)
        return made.replace(begin, wanted, 1)

    def start_client(host, port):
        told, _, name = host.rpartition(BEFORE_NAME)
        here[0] = _child_connected(told, name or _name_of_child())
        return here[0]

    sys.modules.setdefault(OWN_NAME, type(sys)(OWN_NAME))  # a fork has all of this already
    PydevdCustomization.PREIMPORT = own
    pydev_monkey._get_python_c_args, pydev_monkey._get_host_port = python_c_args, host_and_port
    pydev_monkey._get_setup_updated_with_protocol_and_ppid = setup_of_child
    pydev_monkey._get_apply_arg_patching = is_followed
    pydevd.start_client = start_client
    pydevd.patch_stdin = lambda: None  # the program's own stays where it is
    _leaves_at_the_end(pydevd, kept=here[0])
    _heeds_forks(pydevd, here)


def _child_connected(path, name):
    """The connection of a child that begins; where nobody waits for it any more, one that has
    ended, so that the child goes on alone."""
    told = {one: os.environ.get(one) for one in ("PYTEST_XDIST_WORKER", "PYTEST_CURRENT_TEST")}
    try:
        connection = _connected(path)
        _let_be_traced(connection)
        _tell(connection, {"child": name, **told})
        return connection
    except OSError:
        return _ended()


def _let_be_traced(connection):
    """By atfault, which listens, and the gdb that it starts, which is no ancestor of this process:
    where only these may (Yama's ptrace_scope 1, Documentation/admin-guide/LSM/Yama.rst)."""
    try:
        with open(YAMA) as file:
            if file.read().strip() != "1":
                return
        import ctypes

        told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
        ctypes.CDLL(None).prctl(PR_SET_PTRACER, ctypes.c_ulong(struct.unpack("3i", told)[0]))
    except Exception:
        pass  # gdb is refused then, and says so


def _ended():
    ours, other = socket.socketpair()
    other.close()
    return ours


def _is_for_the_library():
    """Whether what starts a process just now is multiprocessing, for itself alone: its tracker
    cleans up behind the program, and is to outlive it."""
    frame = sys._getframe()
    for _ in range(MAX_FRAMES):
        if frame is None:
            break
        if frame.f_code.co_filename.endswith("multiprocessing/resource_tracker.py"):
            return True
        frame = frame.f_back
    return False


def _name_of_child():
    """What the program calls the process that it starts just now, in this very thread; "" where it
    has no name for it."""
    frame = sys._getframe()
    for _ in range(MAX_FRAMES):
        if frame is None:
            break
        code = frame.f_code
        if code.co_name == "_launch" and "process_obj" in code.co_varnames:
            # multiprocessing/popen_*.py; a fork server begins for the first process, but is not it
            is_it = not code.co_filename.endswith("popen_forkserver.py")
            return _name_of_process(frame.f_locals.get("process_obj")) if is_it else "fork server"
        if code.co_name == "makegateway" and "spec" in code.co_varnames:  # execnet (pytest -n)
            return str(getattr(frame.f_locals.get("spec"), "id", ""))[:MAX_NAME]
        frame = frame.f_back
    return ""


def _name_of_process(process):
    """Of a multiprocessing.Process: its name, and its number where its function takes one."""
    name = str(getattr(process, "name", ""))
    code = getattr(getattr(process, "_target", None), "__code__", None)
    args, named = getattr(process, "_args", ()), getattr(process, "_kwargs", {})
    if code is not None:
        taken = dict(zip(code.co_varnames[: code.co_argcount], args))
        taken.update(named)
        told = ["%s %d" % (one, taken[one]) for one in NUMBERS if type(taken.get(one)) is int]
        name = ", ".join([name, *told])
    return name.replace(BEFORE_NAME, " ")[:MAX_NAME]


def _begin_child():
    """In an interpreter that is a followed child, before it connects."""
    main = sys.modules["__main__"]
    pydevd = main if hasattr(main, "PyDB") else sys.modules["pydevd"]
    setup = pydevd.SetupHolder.setup
    path, _, _ = setup["client"].rpartition(BEFORE_NAME)
    setup["client"] = path + BEFORE_NAME  # the name was for this one, not for its children
    follow(pydevd, path, [_ended()])


def main():
    folder, path, children = (sys.argv.pop(1) for _ in range(3))
    try:
        connection = _connected(path)
    except PermissionError as error:
        sys.exit("atfault: %s" % error)
    debugpy = _load(folder)
    from debugpy.server import cli

    pydevd = _hand_over(connection)
    _configured_once(pydevd)
    if not children:
        _heeds_forks(pydevd, [connection])
    listen = debugpy.listen

    def listen_here(address):
        # The script's folder, or the current one, is on the path already where a module is run.
        kept = sys.path[:]
        sys.path[:] = [one for one in kept if one]
        try:
            listen(address, in_process_debug_adapter=True)
        finally:
            sys.path[:] = kept
        if children:
            _follow_from_here(pydevd, children, connection)

    debugpy.listen = _as_pydevds(listen_here, pydevd)
    cli.main()


def _follow_from_here(pydevd, path, connection):
    from _pydev_bundle import pydev_monkey

    told = {"client": path + BEFORE_NAME, "port": 1, "multiprocess": True}
    pydevd.SetupHolder.setup.update(told, **{"skip-notify-stdin": True})
    follow(pydevd, path, [connection])
    pydev_monkey.patch_new_process_functions()


if __name__ == "__main__":
    main()
elif __name__ == OWN_NAME:
    _begin_child()

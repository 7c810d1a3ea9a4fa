"""Starts debugpy in the program that `atfault debug` runs.

    python …/atfault_probe/debugged.py …/debugpy SOCKET --listen … --wait-for-client SCRIPT …

As `python …/debugpy` does, but for two things. debugpy itself is spoken to, and not its adapter, a
process of its own that hands one request on at a time: while gdb has stopped the program no answer
comes, and requests must get through to the program nevertheless. And it listens on no port, where
any user of the machine could run code in the program: this process connects to SOCKET, a Unix
socket of atfault's in a private folder, and pydevd is handed that connection.

A program that runs already is joined in the same way (`join`), by code that is put into it
(atfault/dap/joining.py), and left again as it was.
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


def _lets_forks_go(pydevd, connection):
    """A forked child is not debugged: nobody would be there where it stops, and it would stand
    still for ever. It runs as without us, also where it fails."""

    def let_go():
        if connection.fileno() < 0:
            return  # the session is over
        connection.close()
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


def _hand_over(connection):
    """pydevd, which will take `connection` for its server's."""
    pydevd = sys.modules["pydevd"]

    def accepted(host, port):
        return Accepted(connection)

    pydevd.create_server_socket  # noqa: B018  where it has another name, nothing is to listen
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
    try:
        _join(folder, connection)
    except Exception as error:
        told = {"type": "event", "event": "atfault", "body": {"why": str(error)}, "seq": 1}
        body = json.dumps(told).encode()
        connection.sendall(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        connection.close()


def _join(folder, connection):
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

    pydevd = _hand_over(connection)
    from _pydevd_bundle import pydevd_comm

    class Reader(pydevd_comm.ReaderThread):
        """The thread that takes requests, till there are no more."""

        def _on_run(self):
            try:
                super()._on_run()
            finally:
                thread = threading.Thread(target=_leave, args=(pydevd, connection), daemon=True)
                thread.pydev_do_not_trace = thread.is_pydev_daemon_thread = True
                thread.start()

    pydevd.ReaderThread = Reader
    _lets_forks_go(pydevd, connection)
    api.listen.called = False  # an earlier session is over
    debugpy.configure(subProcess=False)
    debugpy.listen(("127.0.0.1", 0), in_process_debug_adapter=True)


def _leave(pydevd, connection):
    """Let the program go on as it would without us."""
    from _pydevd_bundle import pydevd_api, pydevd_constants

    debugger = pydevd.get_global_debugger()
    if debugger is not None:
        pydevd_api.PyDevdAPI().request_disconnect(debugger, resume_threads=True)
        waiting = debugger._waiting_for_connection_thread
        if waiting is not None:  # the one thread that stoptrace does not end
            waiting.do_kill_pydev_thread()
    pydevd.stoptrace()
    if not pydevd_constants.PYDEVD_USE_SYS_MONITORING:
        _untrace(pydevd)
    connection.close()


def _untrace(pydevd):
    """No thread is traced any more. One that had stood still may set its tracing anew as it goes
    on, so that this is done until none has been seen in pydevd."""

    def untraced(frame, event, arg):
        sys.settrace(None)

    clean, own = 0, threading.get_ident()
    for _ in range(MAX_ROUNDS):
        pydevd.pydevd_tracing.set_trace_to_threads(untraced, create_dummy_thread=False)
        sys.settrace(None)
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


def main():
    folder, path = sys.argv.pop(1), sys.argv.pop(1)
    try:
        connection = _connected(path)
    except PermissionError as error:
        sys.exit("atfault: %s" % error)
    debugpy = _load(folder)
    from debugpy.server import cli

    pydevd = _hand_over(connection)
    _configured_once(pydevd)
    _lets_forks_go(pydevd, connection)
    listen = debugpy.listen

    def listen_here(address):
        # The script's folder, or the current one, is on the path already where a module is run.
        kept = sys.path[:]
        sys.path[:] = [one for one in kept if one]
        try:
            listen(address, in_process_debug_adapter=True)
        finally:
            sys.path[:] = kept

    debugpy.listen = _as_pydevds(listen_here, pydevd)
    cli.main()


if __name__ == "__main__":
    main()

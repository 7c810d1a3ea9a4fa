"""Starts debugpy in the program that `atfault debug` runs.

    python …/atfault_probe/debugged.py …/debugpy SOCKET --listen … --wait-for-client SCRIPT …

As `python …/debugpy` does, but for two things. debugpy itself is spoken to, and not its adapter, a
process of its own that hands one request on at a time: while gdb has stopped the program no answer
comes, and requests must get through to the program nevertheless. And it listens on no port, where
any user of the machine could run code in the program: this process connects to SOCKET, a Unix
socket of atfault's in a private folder, and pydevd is handed that connection.
"""

import sys

if not getattr(sys.flags, "safe_path", False):
    del sys.path[0]  # the folder of this file: nothing is imported from there

import importlib.util
import os
import socket
import struct
import threading


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
    pydevd._wait_for_attach = wait_for_attach


def _lets_forks_go(pydevd, connection):
    """A forked child is not debugged: nobody would be there where it stops, and it would stand
    still for ever. It runs as without us, also where it fails."""

    def let_go():
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


def main():
    folder, path = sys.argv.pop(1), sys.argv.pop(1)
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.connect(path)
    _, uid, _ = struct.unpack(
        "3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
    )
    if uid not in (os.geteuid(), 0):
        sys.exit("atfault: the socket that leads to the debugger is of user %d" % uid)
    debugpy = _load(folder)
    from debugpy.server import cli

    pydevd = sys.modules["pydevd"]

    def accepted(host, port):
        return Accepted(connection)

    pydevd.create_server_socket  # noqa: B018  where it has another name, nothing is to listen
    pydevd.create_server_socket = accepted
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

    debugpy.listen = listen_here
    cli.main()


if __name__ == "__main__":
    main()

"""Looks whether a port is open, and for how long."""

import socket
import threading
import time


class PortWatch(threading.Thread):
    """Keeps a connection while the port is open: its end tells of the service's."""

    def __init__(self, port, every=5):
        super().__init__(name="port watch", daemon=True)
        self.port = port
        self.every = every
        self.since = None
        self.stopped = threading.Event()

    def run(self):
        while not self.stopped.is_set():
            try:
                with socket.create_connection(("127.0.0.1", self.port)) as connection:
                    self.since = time.monotonic()
                    self.hold(connection)
            except OSError as error:
                print("port watch:", error, flush=True)
            self.since = None

    def hold(self, connection):
        connection.setblocking(False)
        while not self.stopped.wait(self.every):
            try:
                if not connection.recv(1):
                    return
            except BlockingIOError:
                print(f"port open for {time.monotonic() - self.since:.0f} s", flush=True)

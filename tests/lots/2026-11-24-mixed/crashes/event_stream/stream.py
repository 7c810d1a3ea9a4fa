import json
import selectors
import signal
import socket
import time

# Filters end silently when their reader goes away (python service | head).
signal.signal(signal.SIGPIPE, signal.SIG_DFL)


class Stream:
    """Sends events to all who listen."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.setblocking(False)
        self.listeners = []
        self.sent = 0

    @property
    def port(self):
        return self.listener.getsockname()[1]

    def accept(self):
        try:
            connection, _ = self.listener.accept()
        except BlockingIOError:
            return
        self.listeners.append(connection)

    def publish(self, event):
        line = json.dumps(event).encode() + b"\n"
        for connection in list(self.listeners):
            try:
                connection.sendall(line)  # <-- here
                self.sent += 1
            except (BrokenPipeError, ConnectionResetError):
                self.listeners.remove(connection)

"""A relay of levels over TCP: one thread a station, and one that asks them all."""

import socketserver
import threading


class Levels:
    def __init__(self):
        self.values = {}
        self.changed = threading.Condition()

    def set(self, station, level):
        with self.changed:
            self.values[station] = level
            self.changed.notify_all()

    def next(self, station, known):
        """Waits until the station has another level than the known one."""
        with self.changed:
            self.changed.wait_for(lambda: self.values.get(station, known) != known)
            return self.values[station]


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            command, station, *rest = line.decode().split()
            if command == "set":
                self.server.levels.set(station, rest[0])
            else:
                level = self.server.levels.next(station, rest[0])
                self.wfile.write(f"{station} {level}\n".encode())


class Relay(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.levels = Levels()

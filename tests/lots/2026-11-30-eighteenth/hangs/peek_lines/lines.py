"""Lines from a socket that somebody else goes on reading from afterwards."""

import socket


class Peeked:
    """Takes whole lines and not a byte more."""

    def __init__(self, connection):
        self.connection = connection

    def line(self):
        while True:
            seen = self.connection.recv(512, socket.MSG_PEEK)
            at = seen.find(b"\n")
            if at >= 0:
                return self.connection.recv(at + 1).rstrip().decode()
            if not seen:
                raise EOFError


class Head:
    def __init__(self, connection):
        lines = Peeked(connection)
        self.name = lines.line()
        self.fields = {}
        while field := lines.line():
            key, _, value = field.partition(":")
            self.fields[key.strip()] = value.strip()

import socket
import threading


class Instrument:
    def __init__(self, name, connection):
        self.name = name
        self.connection = connection
        self.readings = []
        self.rest = b""

    def fileno(self):
        return self.connection.fileno()

    def take(self):
        """Read what there is; whether more is to come."""
        data = self.connection.recv(256)
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            self.readings.append(float(line))
            self.connection.sendall(b"ok\n")
        return bool(data)


class Simulator(threading.Thread):
    """Sends readings, one after each acknowledgement."""

    def __init__(self, name, values):
        super().__init__(name=name, daemon=True)
        self.values = values
        self.here, self.there = socket.socketpair()

    def run(self):
        with self.here, self.here.makefile("r") as answers:
            for value in self.values:
                self.here.sendall(f"{value:.3f}\n".encode())
                if answers.readline() != "ok\n":
                    return

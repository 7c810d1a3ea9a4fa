"""A press prints what comes out of a pipe that it is handed, until the end of it."""

import os
import socket
import threading


class Press(threading.Thread):
    def __init__(self, desk):
        super().__init__(name="press")
        self.desk = desk
        self.lines = 0

    def jobs(self):
        """Pipes that are handed over, with their names."""
        while True:
            name, pipes, _, _ = socket.recv_fds(self.desk, 100, 1)
            if not name:
                return
            yield name.decode(), pipes[0]

    def run(self):
        for name, pipe in self.jobs():
            with open(pipe) as text:
                for line in text:
                    self.lines += 1
            print(name, "is printed,", self.lines, "lines", flush=True)
            self.desk.sendall(b"done")


class Job:
    """A job for the press: text that is written into a pipe."""

    def __init__(self, name):
        self.name = name
        self.reading, self.writing = os.pipe()

    def hand_over(self, desk):
        socket.send_fds(desk, [self.name.encode()], [self.reading])
        os.close(self.reading)

    def write(self, text):
        os.write(self.writing, text.encode())

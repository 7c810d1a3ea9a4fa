"""A switchboard: all lines in one thread, by poll()."""

import select
import socket
import threading


class Line:
    def __init__(self, connection):
        self.connection = connection
        self.out = b""

    def fileno(self):
        return self.connection.fileno()

    @property
    def events(self):
        """What is to be waited for: room when there is something to send, else what comes."""
        return select.POLLOUT if self.out else select.POLLPRI | select.POLLHUP


class Switch(threading.Thread):
    def __init__(self):
        super().__init__(name="switch", daemon=True)
        self.poll = select.poll()
        self.lines = {}

    def add(self, connection):
        line = Line(connection)
        line.out = b"welcome\n"
        self.lines[line.fileno()] = line
        self.poll.register(line, line.events)

    def run(self):
        while True:
            for number, event in self.poll.poll():
                line = self.lines[number]
                if event & select.POLLOUT:
                    line.out = line.out[line.connection.send(line.out) :]
                elif event & (select.POLLIN | select.POLLPRI):
                    line.out += line.connection.recv(100).upper()
                else:
                    self.poll.unregister(line)
                    continue
                self.poll.modify(line, line.events)


class Caller:
    def __init__(self, switch):
        self.connection, there = socket.socketpair()
        self.answers = self.connection.makefile("r")
        switch.add(there)

    def say(self, text):
        self.connection.sendall(text.encode() + b"\n")

    def heard(self):
        return self.answers.readline().strip()


def main():
    switch = Switch()
    callers = [Caller(switch) for _ in range(3)]
    switch.start()
    for caller in callers:
        print(caller.heard(), flush=True)
    for number, caller in enumerate(callers):
        caller.say(f"number {number}, please")
        print(caller.heard(), flush=True)


if __name__ == "__main__":
    main()

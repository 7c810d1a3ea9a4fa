"""Reads what several children say, line by line, without a thread for each."""

import os
import select


class Stream:
    def __init__(self, name, fd):
        self.name = name
        self.fd = fd
        self.rest = b""
        self.lines = 0

    def read(self):
        data = os.read(self.fd, 4096)
        *lines, self.rest = (self.rest + data).split(b"\n")
        self.lines += len(lines)
        return [line.decode() for line in lines]


class Multiplexer:
    def __init__(self):
        self._poll = select.poll()
        self._streams = {}

    def add(self, name, fd):
        self._streams[fd] = Stream(name, fd)
        self._poll.register(fd, select.POLLIN)

    def remove(self, fd):
        self._poll.unregister(fd)
        return self._streams.pop(fd)

    def lines(self):
        while self._streams:
            for fd, event in self._poll.poll():
                if event & select.POLLIN:
                    stream = self._streams[fd]
                    for line in stream.read():
                        if line == "end":
                            self.remove(fd)
                        else:
                            yield stream.name, line

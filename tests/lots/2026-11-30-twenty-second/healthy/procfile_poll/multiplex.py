"""Lines of several children, as they come, by poll()."""

import os
import select


class Multiplexer:
    def __init__(self):
        self._poll = select.poll()
        self._names = {}
        self._rest = {}

    def add(self, name, fd):
        self._names[fd] = name
        self._rest[fd] = b""
        self._poll.register(fd, select.POLLIN)

    def _read(self, fd):
        data = os.read(fd, 4096)
        if not data:
            self._poll.unregister(fd)
            return self._names.pop(fd), None
        *lines, self._rest[fd] = (self._rest[fd] + data).split(b"\n")
        return self._names[fd], [line.decode() for line in lines]

    def lines(self):
        while self._names:
            for fd, _ in self._poll.poll():
                name, lines = self._read(fd)
                if lines is None:
                    yield name, "(ended)"
                else:
                    for line in lines:
                        yield name, line

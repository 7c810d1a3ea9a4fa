"""A wire into the board's loop: what is written at one end is read at the other by the loop."""

import os


class Wire:
    def __init__(self, loop, taken):
        self._out, self._in = os.pipe()
        self._taken = taken
        self._rest = b""
        self._handle = loop.watch_file(self._out, self._readable)

    def send(self, kind, text):
        data = f"{kind}\t{text}\n".encode()
        while data:
            done = os.write(self._in, data)
            data = data[done:]

    def _readable(self):
        self._rest += os.read(self._out, 4096)
        *lines, self._rest = self._rest.split(b"\n")
        for line in lines:
            kind, _, text = line.decode().partition("\t")
            self._taken(kind, text)

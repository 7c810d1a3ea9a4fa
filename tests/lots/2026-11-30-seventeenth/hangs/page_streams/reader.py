"""Reads some pages over one link, one after the other."""

import socket
import time

import h2.events

from link import Link
from press import Press

PAGES = {f"/page/{number}": b"%d: it was a dark and stormy night.\n" % number * (80 * number)
         for number in range(1, 40)}


class Reader:
    def __init__(self, connection):
        self.link = Link(connection, client=True)
        self.headers = [(":method", "GET"), (":scheme", "http"), (":authority", "press")]

    def get(self, path):
        stream = self.link.http.get_next_available_stream_id()
        self.link.http.send_headers(stream, [*self.headers, (":path", path)], end_stream=True)
        self.link.flush()
        parts = []
        while True:
            for event in self.link.events():
                if getattr(event, "stream_id", None) != stream:
                    continue
                if isinstance(event, h2.events.DataReceived):
                    parts.append(event.data)
                elif isinstance(event, h2.events.StreamEnded):
                    return b"".join(parts)


def main():
    here, there = socket.socketpair()
    Press(there, PAGES).start()
    reader = Reader(here)
    started = time.monotonic()
    for path in PAGES:
        text = reader.get(path)
        print(f"{path}: {len(text)} bytes after {time.monotonic() - started:.2f} s", flush=True)


if __name__ == "__main__":
    main()

"""Two shops compare their maps: each sends all tiles, then reads those of the other one."""

import socket
import struct

import msgpack


class Peer:
    def __init__(self, name, connection, tiles):
        self.name = name
        self.connection = connection
        self.tiles = tiles

    def _send(self, value):
        data = msgpack.packb(value)
        self.connection.sendall(struct.pack(">I", len(data)) + data)

    def _exactly(self, count):
        parts = []
        while count:
            part = self.connection.recv(min(count, 65536))
            if not part:
                raise ConnectionError(f"{self.name}: the peer is gone")
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def _receive(self):
        (length,) = struct.unpack(">I", self._exactly(4))
        return msgpack.unpackb(self._exactly(length))

    def greet(self):
        self._send({"name": self.name, "tiles": len(self.tiles)})
        return self._receive()

    def exchange(self):
        self._send(self.tiles)
        theirs = self._receive()
        new = {key: tile for key, tile in theirs.items() if key not in self.tiles}
        self.tiles.update(new)
        return len(new)


def connected():
    return socket.socketpair()

"""Frames on a socket: two bytes of length, one of kind, the body."""

import socket
import struct
from dataclasses import dataclass

HEADER = struct.Struct(">HB")
TEXT, SEAL, BYE = range(3)


@dataclass
class Frame:
    kind: int
    body: bytes = b""

    def pack(self):
        return HEADER.pack(HEADER.size + len(self.body), self.kind) + self.body


class Wire:
    def __init__(self, sock):
        self.sock = sock

    def send(self, frame):
        self.sock.sendall(frame.pack())

    def _take(self, count):
        data = self.sock.recv(count, socket.MSG_WAITALL)
        if len(data) < count:
            raise EOFError
        return data

    def receive(self):
        length, kind = HEADER.unpack(self._take(HEADER.size))
        return Frame(kind, self._take(length) if kind != BYE else b"")

"""Packets of the gates: a head, and badges behind it as the C library wants them."""

import ctypes
import struct

HEAD = struct.Struct("<II")


class Badge(ctypes.Structure):
    _fields_ = [
        ("low", ctypes.c_uint64),
        ("high", ctypes.c_uint64),
        ("gate", ctypes.c_int),
        ("minutes", ctypes.c_int),
        ("_room", ctypes.c_uint64),
    ]


def pack(gate, numbers):
    body = bytearray(HEAD.pack(gate, len(numbers)))
    for number in numbers:
        body += bytes(Badge(number & (1 << 64) - 1, number >> 64, gate, 0, 0))
    return body


class Packet:
    def __init__(self, body):
        self.gate, self.count = HEAD.unpack_from(body)
        self.badges = (Badge * self.count).from_buffer(body, HEAD.size)

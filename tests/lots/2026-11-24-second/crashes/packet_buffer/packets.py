"""Packets of the radio."""

import ctypes


class Radio:
    def __init__(self, path):
        library = ctypes.CDLL(path)
        library.packet_new.restype = ctypes.c_void_p
        for name in ("packet_fill", "packet_seal"):
            getattr(library, name).argtypes = [ctypes.c_void_p, ctypes.c_int]
        library.packet_free.argtypes = [ctypes.c_void_p]
        self.library = library
        self.sent = 0

    def send(self, packet):
        self.sent += 1
        self.library.packet_free(packet)  # <-- here

    def make(self, length, value, copies=4):
        packet = self.library.packet_new(length)  # <-- here
        self.library.packet_fill(packet, value)
        self.library.packet_seal(packet, copies)  # <-- here
        return packet

"""Collect the packets of a camera in one buffer that is used again and again."""

import ctypes

MTU = 1400


class Receiver:
    def __init__(self):
        self.buffer = ctypes.create_string_buffer(MTU)

    def take(self, packet):
        if len(packet) > len(self.buffer):
            ctypes.resize(self.buffer, len(packet))
        ctypes.memmove(self.buffer, packet, len(packet))
        return sum(self.buffer.raw) % 256


def receive(packets):
    receiver = Receiver()
    checksums = [receiver.take(packet) for packet in packets]
    return checksums


print(receive([bytes(1200), bytes(1400), bytes(1472)]))
print("received")

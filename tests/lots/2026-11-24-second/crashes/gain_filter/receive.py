"""Takes packets of sound, with a head of 12 bytes (RTP), and makes them louder."""

import ctypes
import queue
import struct
import sys
import threading

HEAD = struct.Struct("!BBHII")


class Amplifier:
    def __init__(self, library):
        self._apply = ctypes.CDLL(library).gain_apply
        self._apply.argtypes = [ctypes.c_void_p, ctypes.c_long, ctypes.c_float]

    def __call__(self, samples, gain):
        self._apply(ctypes.addressof(samples), len(samples), gain)  # <-- here


class Receiver(threading.Thread):
    def __init__(self, packets, amplifier):
        super().__init__(name="receiver")
        self.packets = packets
        self.amplifier = amplifier
        self.loudest = 0.0

    def run(self):
        while (packet := self.packets.get()) is not None:
            count = (len(packet) - HEAD.size) // 4
            samples = (ctypes.c_float * count).from_buffer(packet, HEAD.size)
            self.amplifier(samples, 2.0)  # <-- here
            self.loudest = max(self.loudest, *samples)


def packet(number, samples):
    head = HEAD.pack(0x80, 11, number, number * len(samples), 7)
    return bytearray(head + struct.pack(f"{len(samples)}f", *samples))


packets = queue.Queue()
receiver = Receiver(packets, Amplifier(sys.argv[1]))
receiver.start()
for number in range(10):
    packets.put(packet(number, [0.1 * (n % 7) for n in range(160)]))
packets.put(None)
receiver.join()
print("loudest", receiver.loudest)

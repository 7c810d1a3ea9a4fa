"""Weighs samples; without a scale on the line a simulated one is used."""

import os
import statistics
import sys
import termios
import threading
import tty

from journal import Drift, Journal
from scale import Scale


class SimulatedScale(threading.Thread):
    def __init__(self):
        super().__init__(name="simulated scale", daemon=True)
        self.end, other = os.openpty()
        tty.setraw(self.end, termios.TCSANOW)
        tty.setraw(other, termios.TCSANOW)
        self.port = os.ttyname(other)
        self.weighed = 0

    def run(self):
        buffer = b""
        while True:
            buffer += os.read(self.end, 100)
            while b"\r\n" in buffer:
                command, _, buffer = buffer.partition(b"\r\n")
                os.write(self.end, self.answer(command.decode()))

    def answer(self, command):
        if command == "I4":
            return b'I4 A "B021002593"\r\n'
        if command == "S":
            self.weighed += 1
            return b"S S %7.2f g\r\n" % (100 + self.weighed / 4)
        return b"ES\n"


def main(port=None):
    if port is None:
        simulated = SimulatedScale()
        simulated.start()
        port = simulated.port
    scale = Scale(port)
    print(scale.identify(), flush=True)
    Drift().start()
    with Journal() as journal:
        for _ in range(5):
            journal.add(*scale.weight())
        print(f"mean {statistics.mean(journal.values):.2f} g", flush=True)
        print("tare:", scale._ask("T"))
    scale.close()


if __name__ == "__main__":
    main(*sys.argv[1:])

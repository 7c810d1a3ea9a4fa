"""Logs the weights of a scale on a serial line; the scale sends one every seven seconds."""

import itertools
import os
import threading
import time
import tty

import serial


def scale(end):
    for number in itertools.count():
        time.sleep(7)
        os.write(end, b"S S %7.2f g\r\n" % (100 + number / 8))


class Logger:
    def __init__(self, port):
        self.line = serial.Serial(port, 9600, timeout=None)
        self.weights = []

    def run(self):
        while True:
            answer = self.line.read_until(b"\r\n").decode()
            self.weights.append(float(answer.split()[2]))
            print(self.weights[-1], flush=True)


def main():
    end, other = os.openpty()
    tty.setraw(end)
    tty.setraw(other)
    threading.Thread(target=scale, args=(end,), name="scale", daemon=True).start()
    Logger(os.ttyname(other)).run()


if __name__ == "__main__":
    main()

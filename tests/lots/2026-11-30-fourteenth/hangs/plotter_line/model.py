"""Plays the plotter: takes moves from the line, and tells where the pen is after each fifth."""

import os
import struct
import sys

SIZE = struct.calcsize(">BHH")


def main(fd):
    rest = b""
    moves = 0
    while data := os.read(fd, 512):
        rest += data
        while len(rest) >= SIZE:
            pen, x, y = struct.unpack(">BHH", rest[:SIZE])
            rest = rest[SIZE:]
            moves += 1
            if moves % 5 == 0:
                os.write(fd, struct.pack(">HH", x, y))


main(int(sys.argv[1]))

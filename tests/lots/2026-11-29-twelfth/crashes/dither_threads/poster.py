"""Make a poster black and white."""

import sys

from strips import ROWS, WIDTH, Ditherer

ditherer = Ditherer(sys.argv[1], threads=4)
proof = bytearray(range(256)) * 2
print("proof:", ditherer.strip(proof), flush=True)
poster = [bytearray((n * column) % 256 for column in range(WIDTH * ROWS)) for n in range(1, 5)]
print("poster:", ditherer.picture(poster), flush=True)

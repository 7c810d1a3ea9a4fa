"""Rewrites the file of seats once the halls that were closed have been taken out."""

import sys

from bitmap import SeatMap


def main(path, keep):
    seats = SeatMap(path, writable=True)
    kept = seats.bits[: keep * 8].tobytes()
    with open(path, "wb") as file:
        file.write(kept)
    print("compacted to", len(kept), "bytes", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

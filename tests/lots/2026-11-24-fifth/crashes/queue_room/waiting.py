"""Plans the seats of a waiting room, hour by hour."""

import ctypes
import os
import sys

library = ctypes.CDLL(os.path.abspath(sys.argv[1]))
library.room_sum.restype = ctypes.c_long


class Room:
    def __init__(self):
        self.people = 0

    def hour(self, come, go):
        self.people += come - go
        library.room_seats(self.people)
        return self.people


def main():
    room = Room()
    for hour, (come, go) in enumerate([(12, 3), (8, 9), (2, 7), (1, 6), (5, 2)], 8):
        print(hour, room.hour(come, go), library.room_sum(), flush=True)


if __name__ == "__main__":
    main()

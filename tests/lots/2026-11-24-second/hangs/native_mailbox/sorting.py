"""Sorts parcels: a scanner puts numbers into a mailbox in C, sorters take them out."""

import collections
import os
import sys
import threading
import time

import cffi

ffi = cffi.FFI()
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "mailbox.h")) as header:
    ffi.cdef(header.read())
library = ffi.dlopen(sys.argv[1])
END = -1


class Mailbox:
    def __init__(self, size):
        self._box = library.mailbox_new(size)

    def put(self, value):
        library.mailbox_put(self._box, value)

    def take(self):
        return library.mailbox_take(self._box)  # <-- here


class Sorter(threading.Thread):
    def __init__(self, number, mailbox):
        super().__init__(name=f"sorter-{number}")
        self.mailbox = mailbox
        self.sorted = collections.Counter()

    def run(self):
        while (parcel := self.mailbox.take()) != END:  # <-- here
            self.sorted[parcel % 7] += 1


def scan(mailbox, parcels):
    for parcel in range(parcels):
        mailbox.put(parcel)
    mailbox.put(END)


def clock():
    while True:
        time.sleep(1)
        print(time.strftime("%X"), flush=True)


def main():
    threading.Thread(target=clock, name="clock", daemon=True).start()
    mailbox = Mailbox(50)
    sorters = [Sorter(number, mailbox) for number in range(3)]
    for sorter in sorters:
        sorter.start()
    scan(mailbox, 2000)
    for sorter in sorters:
        sorter.join()
        print(sorter.name, sum(sorter.sorted.values()), flush=True)


if __name__ == "__main__":
    main()

"""Prints the labels of parcels in a thread, as they are packed."""

import ctypes
import dataclasses
import queue
import sys
import threading
import time

library = ctypes.CDLL(sys.argv[1])
library.label_checksum.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p]


@dataclasses.dataclass
class Parcel:
    article: str
    lot: int
    customer: str


class Printer(threading.Thread):
    def __init__(self):
        super().__init__(name="printer")
        self.parcels = queue.Queue()
        self.printed = []

    def run(self):
        while (parcel := self.parcels.get()) is not None:
            self.printed.append(self.label(parcel))
            print(self.printed[-1], flush=True)

    def label(self, parcel):
        article, customer = parcel.article.encode(), parcel.customer.encode()
        checksum = library.label_checksum(article, parcel.lot, customer)
        return f"{parcel.article} {parcel.lot:05} {checksum:04}"


PARCELS = [
    Parcel("A-1020", 7, "Smith"),
    Parcel("A-1021", 8, "Meyer & Daughters"),
    Parcel("B-77-XL-green", 12, "Donaudampfschifffahrtsgesellschaft m.b.H. & Co. KG"),
    Parcel("C-3", 1, "Li"),
]


def main():
    printer = Printer()
    printer.start()
    for parcel in PARCELS:
        printer.parcels.put(parcel)
        time.sleep(0.1)
    printer.parcels.put(None)
    printer.join()


if __name__ == "__main__":
    main()

# zoo: cause=use-after-free signal=SIGSEGV|SIGABRT|SIGBUS needs=gcc native=slots.c core=yes gil=needed
import ctypes
import gc
import os

library = ctypes.PyDLL(os.environ["ZOO_NATIVE"] + "/slots.so")
library.make_type.restype = ctypes.py_object
library.set_member.argtypes = [ctypes.py_object, ctypes.py_object]
Slot = library.make_type()


class Item:
    def __init__(self, name):
        self.name = name


def fill(slots):
    for number, slot in enumerate(slots):
        library.set_member(slot, Item(f"item {number}"))


def main():
    slots = [Slot() for _ in range(3000)]
    fill(slots)
    noise = [b"x" * n for n in range(12, 480) for _ in range(9)]
    gc.collect()  # <-- here
    print(len(noise))


main()

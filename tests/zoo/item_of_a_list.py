# zoo: cause=out-of-bounds signal=SIGSEGV needs=gcc native=table.c names=names gil=needed
import ctypes
import os

library = ctypes.PyDLL(os.environ["ZOO_NATIVE"] + "/table.so")
library.item_of.restype = ctypes.c_void_p
library.item_of.argtypes = [ctypes.py_object, ctypes.c_long]


def find(names, index):
    return library.item_of(names, index)  # <-- here


people = ["ada", "grace", "edsger"]
print(find(people, 2) == id(people[2]))
find(people, 1_234_567_890)

# zoo: cause=use-after-free signal=SIGSEGV|SIGABRT|SIGBUS needs=gcc native=registry.c core=yes gil=needed
import ctypes
import os

library = ctypes.PyDLL(os.environ["ZOO_NATIVE"] + "/registry.so")
library.listen.argtypes = [ctypes.py_object]
library.notify.restype = ctypes.py_object


class Listener:
    def __init__(self, name):
        self.name = name
        self.seen = 0

    def __call__(self):
        self.seen += 1
        return self.name


def subscribe():
    library.listen(Listener("first"))


def main():
    subscribe()
    others = [b"x" * n for n in range(12, 480)]
    print(library.notify(), len(others))  # <-- here


main()

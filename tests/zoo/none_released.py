# zoo: cause=refcount-corruption signal=SIGABRT python=3.8-3.11
import ctypes

library = ctypes.pythonapi
library.Py_DecRef.argtypes = [ctypes.py_object]


def done(result):
    library.Py_DecRef(result)


def main():
    for _ in range(200_000):
        done(None)  # <-- here


main()

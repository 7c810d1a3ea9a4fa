# zoo: cause=refcount-corruption signal=SIGSEGV|SIGABRT|SIGBUS
import ctypes
import os
import sys

if os.environ.get("PYTHONMALLOC") != "debug":
    os.environ["PYTHONMALLOC"] = "debug"
    os.execv(sys.executable, [sys.executable, *sys.argv])


class Job:
    def __init__(self, name):
        self.name = name


def main():
    queue = [Job("a"), Job("b")]
    job = queue[0]
    ctypes.pythonapi.Py_DecRef(ctypes.py_object(job))
    ctypes.pythonapi.Py_DecRef(ctypes.py_object(job))
    print(queue[0].name)  # <-- here


main()

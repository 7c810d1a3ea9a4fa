# zoo: cause=refcount-corruption signal=SIGSEGV|SIGABRT|SIGBUS needs=gcc native=registry.c
import ctypes
import os

library = ctypes.PyDLL(os.environ["ZOO_NATIVE"] + "/registry.so")
library.first_of.restype = ctypes.py_object
library.first_of.argtypes = [ctypes.py_object]


class Account:
    def __init__(self, owner):
        self.owner = owner
        self.balance = {"EUR": 10}


def report(accounts):
    for _ in range(3):
        print(library.first_of(accounts).owner)  # <-- here


report([Account("ann"), Account("bob")])

# zoo: cause=assertion-failed signal=SIGABRT needs=gcc native=button.c text=ZeroDivisionError python=3.8-3.99
import ctypes
import os

library = ctypes.PyDLL(os.environ["ZOO_NATIVE"] + "/button.so")
library.button_press_unseen.argtypes = [ctypes.py_object]
people = []


def share():
    return 100 // len(people)  # <-- here


def press():
    library.button_press_unseen(share)


press()

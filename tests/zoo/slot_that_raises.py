# zoo: cause=assertion-failed signal=SIGABRT needs=gcc native=button.c text=KeyError,pears python=3.8-3.99
import ctypes
import os

library = ctypes.PyDLL(os.environ["ZOO_NATIVE"] + "/button.so")
library.button_press.argtypes = [ctypes.py_object]
prices = {"apples": 3}


def show():
    return prices["pears"]  # <-- here


library.button_press(show)

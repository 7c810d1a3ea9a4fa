# zoo: cause=uncaught-cpp-exception signal=SIGABRT needs=g++ native=parser.cpp text=ParseError,line_3
import ctypes
import os

parser = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/parser.so")


def parse(text):
    return parser.parse(text.encode())  # <-- here


print(parse("1 2"), parse("1 2\n3\n?"))

# zoo: cause=uncaught-cpp-exception signal=SIGABRT needs=g++ native=wide.cpp text=std::bad_alloc
import ctypes
import os

wide = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/wide.so")


def reserve(count):
    return wide.reserve_rows(ctypes.c_size_t(count))  # <-- here


print(reserve(10))
print(reserve(1 << 45))

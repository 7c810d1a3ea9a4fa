# zoo: cause=out-of-memory signal=SIGSEGV needs=gcc native=growing.c text=RLIMIT_AS first=yes
import ctypes
import os
import resource

growing = ctypes.CDLL(os.path.join(os.environ["ZOO_NATIVE"], "growing.so"))
growing.keep.argtypes = [ctypes.c_long]


def collect(rounds):
    for number in range(1, rounds):
        growing.keep(number << 26)  # <-- here


resource.setrlimit(resource.RLIMIT_AS, (512 << 20, 512 << 20))
collect(16)

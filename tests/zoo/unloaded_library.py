# zoo: cause=bad-code-pointer signal=SIGSEGV needs=gcc native=plugin.c
import _ctypes
import ctypes
import os

plugin = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/plugin.so")


def call(function, times):
    return [function(i) for i in range(times)]  # <-- here


print(call(plugin.twice, 2))
_ctypes.dlclose(plugin._handle)
print(call(plugin.twice, 2))

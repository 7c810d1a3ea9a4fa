# zoo: cause=out-of-bounds signal=SIGSEGV needs=gcc native=window.c text=stack
# Deep in a recursion that is none too deep, a loop reads past the other end of the stack.
import ctypes
import os

window = ctypes.CDLL(os.path.join(os.environ["ZOO_NATIVE"], "window.so"))
window.total.argtypes = [ctypes.c_long]
window.total.restype = ctypes.c_double


def visit(depth, count):
    if depth == 0:
        return window.total(count)  # <-- here
    return sorted([depth], key=lambda each: visit(each - 1, count))


visit(40, 1 << 30)

# zoo: cause=stack-overflow signal=SIGSEGV text=visit,threading.stack_size
import ctypes
import sys
import threading

sys.setrecursionlimit(100_000)
threading.stack_size(192 * 1024)
libc = ctypes.CDLL(None)
COMPARE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


class Tree:
    def __init__(self):
        self.pair = (ctypes.c_int * 2)(2, 1)
        self.callback = COMPARE(self.visit)

    def visit(self, left, right):
        libc.qsort(self.pair, 2, 4, self.callback)  # <-- here
        return 0


thread = threading.Thread(target=Tree().visit, args=(None, None), name="walker")
thread.start()
thread.join()

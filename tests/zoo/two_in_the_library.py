# zoo: cause=null-dereference signal=SIGSEGV native=scratch.c needs=gcc text=inside,scratch.so
import ctypes
import os
import threading

library = ctypes.CDLL(os.path.join(os.environ["ZOO_NATIVE"], "scratch.so"))
library.scratch_sum.argtypes = (ctypes.c_long,)


def sum_of(count):
    return library.scratch_sum(count)


def reset():
    return library.scratch_reset()  # <-- here


def main():
    for index in range(2):
        threading.Thread(target=sum_of, args=(1 << 40,), name=f"sum-{index}", daemon=True).start()
    library.scratch_wait()
    print(reset())


main()

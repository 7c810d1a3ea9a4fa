# zoo: cause=data-race signal=SIGSEGV native=engine.c needs=gcc text=engine_run,self core=yes first=yes
import ctypes
import os
from concurrent.futures import ThreadPoolExecutor

library = ctypes.CDLL(os.path.join(os.environ["ZOO_NATIVE"], "engine.so"))
library.engine_new.restype = ctypes.c_void_p
library.engine_run.argtypes = (ctypes.c_void_p, ctypes.c_int)


class Engine:
    def __init__(self):
        self.handle = library.engine_new()

    def run(self, value):
        return library.engine_run(self.handle, value)  # <-- here


def main():
    engine = Engine()
    with ThreadPoolExecutor(2) as pool:
        print(list(pool.map(engine.run, range(1, 3))))


main()

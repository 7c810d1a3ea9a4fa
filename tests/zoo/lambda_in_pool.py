# zoo: cause=null-dereference signal=SIGSEGV core=yes
import ctypes
from concurrent.futures import ThreadPoolExecutor

peek = lambda address: ctypes.string_at(address, 1)  # <-- here

with ThreadPoolExecutor(4) as pool:
    list(pool.map(peek, [0, 1]))

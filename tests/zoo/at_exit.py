# zoo: cause=null-dereference signal=SIGSEGV core=yes
import atexit
import ctypes


@atexit.register
def say_goodbye():
    print(ctypes.string_at(0))  # <-- here


print("done")

# zoo: cause=null-dereference signal=SIGSEGV core=yes first=yes
import ctypes


def read_name(pointer):
    return ctypes.string_at(pointer)  # <-- here


def main():
    names = [read_name(p) for p in (id("x"), 0)]
    print(names)


main()

# zoo: cause=null-dereference signal=SIGSEGV text=from_address,label core=yes python=3.8-3.13
import ctypes


def label(number):
    return ctypes.c_long.from_address(number)  # <-- here


def main():
    names = ["first"]
    print(names, label(len(names)))


main()

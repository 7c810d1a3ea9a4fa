# zoo: cause=use-after-free signal=SIGSEGV|SIGABRT|SIGBUS gil=needed first=yes
import ctypes


class Node:
    def __init__(self, label):
        self.label = label


def remember(label):
    return id(Node(label))


def recall(address):
    return ctypes.cast(address, ctypes.py_object).value


def main():
    address = remember("a")
    filler = [b"x" * n for n in range(12, 480)]
    print(recall(address).label, len(filler))  # <-- here


main()

# zoo: cause=refcount-corruption signal=SIGSEGV|SIGABRT|SIGBUS gil=needed first=yes
import ctypes
import gc

decref = ctypes.pythonapi.Py_DecRef
decref.argtypes = [ctypes.py_object]


class Node:
    def __init__(self):
        self.children = []


def forget(node):
    for child in node.children:
        decref(child)


def main():
    root = Node()
    for _ in range(30):
        root.children.append(Node())
    forget(root)
    noise = [b"x" * n for n in range(12, 480)]
    gc.collect()  # <-- here
    print(len(noise))


main()

# zoo: cause=refcount-corruption signal=SIGSEGV|SIGABRT|SIGBUS core=yes names=rows gil=needed python=3.11-3.99
# Before 3.11 what lies there next is by chance an object, and the program ends by an exception.
import ctypes

release = ctypes.pythonapi.Py_DecRef
release.argtypes = [ctypes.py_object]


class Row:
    def __init__(self, number):
        self.number = number
        self.text = f"row {number}"


def load():
    rows = [Row(number) for number in range(50)]
    for row in rows[:5]:
        release(row)
    return rows


def total(rows):
    others = [b"x" * n for n in range(12, 480)]
    numbers = [row.number for row in rows]  # <-- here
    return sum(numbers) + len(others)


rows = load()
print(total(rows))

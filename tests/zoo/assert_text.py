# zoo: cause=assertion-failed signal=SIGABRT core=yes text=count_>_0 first=yes
import ctypes

libc = ctypes.CDLL(None)


def average(values):
    if not values:
        libc.__assert_fail(b"count_>_0", b"average.c", 31, b"average")  # <-- here
    return sum(values) / len(values)


print(average([1, 2]), average([]))

# zoo: cause=stack-overflow signal=SIGSEGV needs=numba text=depth
from numba import njit


@njit
def depth(n):
    if n == 0:
        return 0
    return 1 + depth(n - 1) * depth(n // 100_000)


def main():
    print(depth(100_000_000))  # <-- here


main()

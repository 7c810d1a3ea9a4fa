from numba import njit

def progress(iterable):
    for number, one in enumerate(iterable):
        if number % 1000 == 0:
            print(number)
        yield one

@njit
def simulate(n):
    total = 0
    for i in progress(range(n)):  # fails: numba-global: progress
        total += i
    return total

simulate(10)

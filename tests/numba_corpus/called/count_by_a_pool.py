from concurrent.futures import ThreadPoolExecutor
from numba import njit

@njit
def weight(size, density):
    return size ** 3 * density

def main():
    with ThreadPoolExecutor(2) as pool:
        print(list(pool.map(weight, [1.0, 2.0, 3.0])))  # fails: numba-argument-count

main()

from numba import njit

@njit
def count(seen, limit):
    n = 0
    for one in seen:
        if one < limit:
            n += 1
    return n

def main():
    seen = {1, 2, 3.5}
    print(count(seen, 3))  # fails: numba-object-mode: count(seen, 3)

main()

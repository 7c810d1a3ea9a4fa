from numba import njit

@njit
def first_sum(pair):
    names, numbers = pair
    return numbers[0] + numbers[1]

def main():
    pair = ("x", [2, 2.5])
    return first_sum(pair)  # fails: numba-object-mode: first_sum(pair)

print(main())

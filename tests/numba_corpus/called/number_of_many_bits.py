from numba import njit

@njit
def digits(number):
    count = 0
    while number > 0:
        number //= 10
        count += 1
    return count

def main():
    for account in (4711, 10**24 + 7):
        digits(account)  # fails: numba-object-mode: digits(account)

main()

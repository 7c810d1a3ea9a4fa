"""Check digits of account numbers: the number, with the letters of its country, modulo 97."""

from numba import njit

ACCOUNTS = ("DE89370400440532013000", "GB82WEST12345698765432", "FR1420041010050500013M02606")


@njit
def remainder(digits):
    number = 0
    for digit in digits:
        if digit > 9:
            number = number * 100 + digit
        else:
            number = number * 10 + digit
    return number % 97


def digits_of(account):
    turned = account[4:] + account[:4]
    return tuple(int(letter, 36) for letter in turned)


for account in ACCOUNTS:
    rest = remainder(digits_of(account))
    print(account, "valid" if rest == 1 else f"refused, {rest}")

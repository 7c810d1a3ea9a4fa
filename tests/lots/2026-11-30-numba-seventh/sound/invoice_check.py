"""Check digits of invoices: the remainder is taken at each digit, so that nothing grows."""

from numba import njit


@njit
def remainder(digits):
    rest = 0
    for digit in digits:
        if digit > 9:
            rest = (rest * 100 + digit) % 97
        else:
            rest = (rest * 10 + digit) % 97
    return rest


def digits_of(text):
    return tuple(int(letter, 36) for letter in text if letter.isalnum())


for invoice in ("RF18 5390 0754 7034", "RF97 0000 8812 3345 7719 2201 B"):
    digits = digits_of(invoice)
    print(invoice, remainder(digits))

"""Codes of tickets: a number, and a letter by which a wrong number is noticed."""

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"


def code_of(number, secret=7919):
    mixed = number * secret % 100_003
    return f"{mixed:06}{LETTERS[mixed % len(LETTERS)]}"


def is_code(text):
    return len(text) == 7 and text[:6].isdigit() and LETTERS[int(text[:6]) % len(LETTERS)] == text[6]

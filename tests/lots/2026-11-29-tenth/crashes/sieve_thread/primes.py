"""Primes by a chain of filters, one for each prime."""

import itertools


def primes():
    numbers = itertools.count(2)
    while True:
        prime = next(numbers)
        yield prime
        numbers = filter(prime.__rmod__, numbers)

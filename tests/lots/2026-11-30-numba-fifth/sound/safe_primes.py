"""Primes by Miller and Rabin; products are taken in halves, so that 64 bits are enough."""

from dataclasses import dataclass

from numba import njit

BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


@njit
def product(a, b, modulus):
    """a * b % modulus, by doubling: no more than two moduli are ever added."""
    result = 0
    a %= modulus
    while b > 0:
        if b & 1:
            result = (result + a) % modulus
        a = (a + a) % modulus
        b >>= 1
    return result


@njit
def power(base, exponent, modulus):
    result = 1
    while exponent > 0:
        if exponent & 1:
            result = product(result, base, modulus)
        base = product(base, base, modulus)
        exponent >>= 1
    return result


@njit
def is_prime(number):
    if number < 2:
        return False
    for base in BASES:
        if number % base == 0:
            return number == base
    odd = number - 1
    twos = 0
    while odd % 2 == 0:
        odd //= 2
        twos += 1
    for base in BASES:
        x = power(base, odd, number)
        if x == 1 or x == number - 1:
            continue
        for _ in range(twos - 1):
            x = product(x, x, number)
            if x == number - 1:
                break
        else:
            return False
    return True


@dataclass
class Search:
    start: int
    wanted: int

    def primes(self):
        number = self.start
        found = []
        while len(found) < self.wanted:
            number += 1
            if is_prime(number) and is_prime((number - 1) // 2):
                found.append(number)
        return found


if __name__ == "__main__":
    assert [n for n in range(60) if is_prime(n)][-3:] == [47, 53, 59]
    assert is_prime(2**61 - 1) and not is_prime(2**61 + 1)
    print(Search(10**12, 1).primes())

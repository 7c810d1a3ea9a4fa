"""Is a large number prime? Miller and Rabin's test, and the primes next to some powers of ten."""

from numba import njit

WITNESSES = (2, 3, 5, 7, 11, 13)


@njit
def power(base, exponent, modulus):
    result = 1
    base %= modulus
    while exponent > 0:
        if exponent & 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return result


@njit
def probably_prime(number, witnesses):
    if number < 4:
        return number > 1
    if number % 2 == 0:
        return False
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd //= 2
        twos += 1
    for witness in witnesses:
        if number % witness == 0:
            return number == witness
        value = power(witness, odd, number)
        if value == 1 or value == number - 1:
            continue
        for _ in range(twos - 1):
            value = value * value % number
            if value == number - 1:
                break
        else:
            return False
    return True


@njit
def primes_above(start, span, witnesses):
    count = 0
    for number in range(start, start + span):
        if probably_prime(number, witnesses):
            count += 1
    return count


def main():
    for digits in (4, 6, 8, 11, 13):
        count = primes_above(10**digits, 300, WITNESSES)
        print(f"above 10^{digits}: {count} primes in the next 300 numbers")


if __name__ == "__main__":
    main()

"""How many primes are there below a number?"""


def is_prime(number):
    return all(number % divisor for divisor in range(2, number))


def primes_below(limit):
    count = 0
    for number in range(2, limit):
        if is_prime(number):
            count += 1
    return count


print(primes_below(2_000_000), "primes")

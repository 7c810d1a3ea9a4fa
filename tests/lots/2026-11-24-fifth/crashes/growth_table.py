"""How many there are after some generations, in whole numbers of gmpy2."""

import gmpy2


def generations(rate, count):
    return gmpy2.mpz(rate) ** count


def digits(rate, count):
    return gmpy2.num_digits(generations(rate, count))


def main():
    for kind, rate, count in (
        ("mice", 6, 40),
        ("flies", 150, 9000),
        ("cells", 2, 24 * 3600 * 10**9),
    ):
        print(kind, "about", digits(rate, count), "digits", flush=True)


if __name__ == "__main__":
    main()

"""Takes a large number apart with sympy, in pure Python."""

import sympy


def main():
    number = sympy.nextprime(10**33 + 7**30) * sympy.nextprime(10**34 + 3**60)
    print(number, "=", sympy.factorint(number))


if __name__ == "__main__":
    main()

"""Counts the ways to place queens with a binary decision diagram (dd, in pure Python)."""
import sys

from dd.bdd import BDD


def board(size):
    bdd = BDD()
    name = lambda r, c: f"q{r}_{c}"
    bdd.declare(*(name(r, c) for r in range(size) for c in range(size)))
    result = bdd.true
    for r in range(size):
        row = bdd.false
        for c in range(size):
            row = bdd.apply("or", row, bdd.var(name(r, c)))
        result = bdd.apply("and", result, row)
        for c in range(size):
            hit = bdd.true
            for r2 in range(size):
                for c2 in range(size):
                    if (r2, c2) != (r, c) and (r2 == r or c2 == c or abs(r2 - r) == abs(c2 - c)):
                        hit = bdd.apply("and", hit, bdd.apply("not", bdd.var(name(r2, c2))))
            result = bdd.apply("and", result, bdd.apply("or", bdd.apply("not", bdd.var(name(r, c))), hit))
    return bdd.count(result, size * size)


if __name__ == "__main__":
    sys.setrecursionlimit(5000)
    for size in (4, 5, 6, 7, 8, 9, 10, 11):
        print(size, board(size), flush=True)

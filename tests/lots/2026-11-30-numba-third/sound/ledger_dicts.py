"""A ledger: a typed dict of arrays, filled in compiled code, with a default for new accounts."""

import numpy as np
from numba import njit, types
from numba.typed import Dict, List

row_type = types.float64[::1]


@njit
def booked(names, months, amounts):
    ledger = Dict.empty(types.unicode_type, row_type)
    for at in range(len(names)):
        name = names[at]
        if name not in ledger:
            ledger[name] = np.zeros(12)
        ledger[name][months[at]] += amounts[at]
    return ledger


@njit
def balance(ledger, name):
    if name in ledger:
        return ledger[name].sum()
    return 0.0


@njit
def richest(ledger):
    best = ""
    most = -1e18
    for name, row in ledger.items():
        if row.sum() > most:
            best, most = name, row.sum()
    return best


def main():
    rng = np.random.default_rng(9)
    people = ["ann", "bo", "cy", "dee"]
    names = List(people[at] for at in rng.integers(0, 4, 500))
    months = rng.integers(0, 12, 500)
    amounts = rng.normal(10.0, 100.0, 500)
    ledger = booked(names, months, amounts)
    for person in people:
        chosen = np.array([name == person for name in names])
        assert np.isclose(balance(ledger, person), amounts[chosen].sum())
    assert balance(ledger, "nobody") == 0.0
    print(richest(ledger))


if __name__ == "__main__":
    main()

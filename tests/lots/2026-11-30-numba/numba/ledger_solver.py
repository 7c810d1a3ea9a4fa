"""Interest rates of savings plans, by Newton's method, and by bisection where that fails."""

import numpy as np
from numba import njit


class Plan:
    def __init__(self, name, payments, final):
        self.name = name
        self.payments = np.asarray(payments, dtype=float)
        self.final = float(final)


@njit
def value(payments, rate):
    total = 0.0
    for payment in payments:
        total = (total + payment) * (1.0 + rate)
    return total


@njit
def slope(payments, rate):
    step = 1e-6
    return (value(payments, rate + step) - value(payments, rate - step)) / (2 * step)


@njit
def newton(payments, final, rate):
    for _ in range(50):
        gradient = slope(payments, rate)
        if abs(gradient) < 1e-12:
            raise ZeroDivisionError("the slope vanishes")
        change = (value(payments, rate) - final) / gradient
        rate -= change
        if abs(change) < 1e-10:
            return rate
    raise RuntimeError("no convergence")


@njit
def bisect(payments, final, low, high):
    for _ in range(200):
        middle = 0.5 * (low + high)
        if value(payments, middle) < final:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


@njit
def solve(payments, final):
    try:
        rate = newton(payments, final, 0.02)
    except ZeroDivisionError:
        rate = bisect(payments, final, -0.5, 1.0)
    return rate


def main():
    plans = [
        Plan("house", [1200] * 10, 14000),
        Plan("boat", [300, 300, 0, 0, 900, 900], 2600),
        Plan("school", np.linspace(100, 400, 18), 5200),
    ]
    for plan in plans:
        print(f"{plan.name:8}{100 * solve(plan.payments, plan.final):7.3f} %")


if __name__ == "__main__":
    main()

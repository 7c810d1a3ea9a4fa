import datetime

from numba import njit

START = datetime.date(2024, 1, 1)


@njit
def year(n):
    return START.year + n  # fails: numba-global: START


print(year(1))

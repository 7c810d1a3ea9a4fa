import datetime
from numba import njit

@njit
def f():
    return datetime.datetime.now()  # fails: numba-unknown-attribute: datetime.datetime

f()

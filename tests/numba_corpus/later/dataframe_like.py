from numba import njit
from collections import namedtuple
from dataclasses import dataclass

@dataclass
class P:
    x: float

@njit
def f(p):
    return p.x

print(f(P(1.0)))  # fails: numba-object-mode: f(P(1.0))

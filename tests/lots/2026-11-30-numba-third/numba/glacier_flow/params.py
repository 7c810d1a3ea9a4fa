"""What a run of the glacier needs to know."""

from typing import NamedTuple

from numba import njit


class Params(NamedTuple):
    slope: float
    rate: float
    exponent: float
    dt: float


@njit
def softened(params, warming):
    return params._replace(rate=params.rate * (1.0 + 0.15 * warming))


@njit
def flux(params, thickness):
    return params.rate * params.slope**params.exponent * thickness ** (params.exponent + 2.0)

"""Rules by which lorries pay on a motorway."""

from numba import njit


@njit
def by_distance(kilometres):
    return 0.19 * kilometres


@njit
def by_weight(kilometres):
    return 0.31 * kilometres + 2.0


@njit
def chosen(tons, kilometres):
    rule = by_distance
    price = by_distance(kilometres)
    if tons > 12.0:
        rule = by_weight
        price = by_weight(kilometres)
    return price, rule

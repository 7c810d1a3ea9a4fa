"""Prices of a cart: discounts by quantity, tax by class, everything in euros and cents."""

from numba import njit

TAX = (0.0, 0.07, 0.19)


@njit
def cents(amount):
    return round(amount, 2)


@njit
def discount(quantity):
    if quantity >= 50:
        return 0.125
    if quantity >= 10:
        return 0.05
    return 0.0


@njit
def net_of(price, quantity):
    return cents(price * quantity * (1.0 - discount(quantity)))


@njit
def tax_of(net, tax_class):
    return cents(net * TAX[tax_class])


@njit
def line(price, quantity, tax_class):
    net = net_of(price, quantity)
    return net, tax_of(net, tax_class)

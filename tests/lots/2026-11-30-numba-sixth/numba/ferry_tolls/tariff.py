"""What a car pays on the ferry. The tables are the harbour's, and are kept in Python."""

from numba import njit, objmode

TABLE = {("car", True): 31.5, ("car", False): 24.0, ("van", True): 44.0, ("van", False): 36.5}
NAMES = ("car", "van")


def looked_up(kind, summer):
    return TABLE[NAMES[kind], bool(summer)]


@njit
def base_price(kind, summer):
    with objmode(price="float64"):
        price = looked_up(kind, summer)
    return price


@njit
def price_of(kind, length, summer):
    price = base_price(kind, summer)
    if length > 5.0:
        price += 6.0 * (length - 5.0)
    return price

from numba import njit


@njit
def simulate(power, loss, band):
    return power * loss + band


settings = {"loss": 0.5, "hysteresis": 2.0}
print(simulate(3.0, **settings))  # fails: numba-argument-count: simulate(3.0, **settings)

"""Prices of options after Black and Scholes."""

import math

from numba import njit
from scipy.stats import norm


@njit
def moneyness(spot, strike, years, rate, spread):
    drift = (rate + 0.5 * spread * spread) * years
    return (math.log(spot / strike) + drift) / (spread * math.sqrt(years))


@njit
def call(spot, strike, years, rate, spread):
    up = moneyness(spot, strike, years, rate, spread)
    down = up - spread * math.sqrt(years)
    return spot * norm.cdf(up) - strike * math.exp(-rate * years) * norm.cdf(down)


@njit
def put(spot, strike, years, rate, spread):
    return call(spot, strike, years, rate, spread) - spot + strike * math.exp(-rate * years)

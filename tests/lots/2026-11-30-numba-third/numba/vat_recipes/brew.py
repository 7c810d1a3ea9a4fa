"""What a vat of beer does by the hour, given a recipe."""

import numpy as np
from numba import njit


@njit
def growth(recipe, degrees, sugar):
    return recipe.speed * sugar / (recipe.half + sugar) * np.exp(-((degrees - recipe.best) ** 2) / 30.0)


@njit
def ferment(recipe, degrees, hours):
    sugar = recipe.sugar
    yeast = recipe.yeast
    out = np.zeros(hours)
    for hour in range(hours):
        grown = growth(recipe, degrees, sugar) * yeast
        yeast += grown
        sugar = max(0.0, sugar - 8.0 * grown)
        out[hour] = sugar
    return out

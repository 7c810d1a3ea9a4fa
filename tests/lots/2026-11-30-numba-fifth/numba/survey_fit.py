"""A straight line through the points of a survey, each with its weight if there is one."""

import numpy as np
from numba import njit


@njit("Tuple((float64, float64))(float64[:], float64[:], float64[:])")
def line_through(x, y, weights):
    sw = sx = sy = sxx = sxy = 0.0
    for at in range(len(x)):
        w = weights[at]
        sw += w
        sx += w * x[at]
        sy += w * y[at]
        sxx += w * x[at] * x[at]
        sxy += w * x[at] * y[at]
    slope = (sw * sxy - sx * sy) / (sw * sxx - sx * sx)
    return slope, (sy - slope * sx) / sw


class Survey:
    def __init__(self, name, x, y, errors=None):
        self.name, self.x, self.y = name, x, y
        self.weights = None if errors is None else 1.0 / errors**2

    def slope(self):
        slope, offset = line_through(self.x, self.y, self.weights)
        return f"{self.name}: {slope:.3f} x + {offset:.2f}"


x = np.linspace(0, 10, 21)
errors = np.linspace(0.1, 0.3, 21)
for survey in (Survey("dam", x, 0.5 * x + 2, errors), Survey("road", x, -0.2 * x + 1)):
    print(survey.slope())

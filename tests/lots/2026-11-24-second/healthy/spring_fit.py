"""Fits springs and dampers to what was measured, by scipy's differential evolution."""

import time

import numpy as np
from scipy import integrate, optimize

TIMES = np.linspace(0, 8, 200)


def swing(parameters):
    stiffness, damping, coupling = parameters

    def slope(time, state):
        x, v, y, w = state
        return (
            v,
            -stiffness * x - damping * v + coupling * (y - x),
            w,
            -stiffness * y - damping * w + coupling * (x - y),
        )

    return integrate.solve_ivp(slope, (0, 8), (1, 0, 0, 0), t_eval=TIMES, rtol=1e-8).y[2]


measured = swing((9.0, 0.3, 1.7)) + np.random.default_rng(2).normal(0, 0.01, len(TIMES))
started = time.monotonic()


def cost(parameters):
    return float(((swing(parameters) - measured) ** 2).sum())


def tell(best, convergence):
    print(f"{time.monotonic() - started:.0f} s: {best.round(4)} {convergence:.2e}", flush=True)


result = optimize.differential_evolution(
    cost, [(1, 20), (0, 2), (0, 5)], popsize=150, tol=1e-12, atol=0, maxiter=10_000, callback=tell
)
print(result.x)

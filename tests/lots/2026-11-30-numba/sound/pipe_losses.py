"""Losses in pipes; the formula depends on the flow, and is chosen in compiled code."""

import math

import numpy as np
from numba import njit

LAMINAR = 2300.0
ROUGHNESS = {"steel": 4.5e-5, "concrete": 1e-3, "plastic": 1.5e-6}


@njit(fastmath=True)
def friction(reynolds, relative):
    if reynolds < LAMINAR:
        return 64.0 / reynolds
    guess = 0.02
    for _ in range(20):
        root = -2.0 * math.log10(relative / 3.7 + 2.51 / (reynolds * math.sqrt(guess)))
        guess = 1.0 / (root * root)
    return guess


@njit(fastmath=True)
def loss(flow, diameter, length, roughness):
    speed = flow / (math.pi * diameter * diameter / 4)
    reynolds = max(speed * diameter / 1e-6, 1.0)
    return friction(reynolds, roughness / diameter) * length / diameter * speed**2 / 19.62


@njit
def network(flows, diameters, lengths, roughness):
    total = 0.0
    for pipe in range(flows.size):
        total += loss(flows[pipe], diameters[pipe], lengths[pipe], roughness)
    return total


flows = np.array([1e-5, 2e-3, 5e-3, 8e-3])
diameters = np.array([0.05, 0.08, 0.1, 0.1])
lengths = np.array([20.0, 120.0, 60.0, 240.0])
for name, roughness in ROUGHNESS.items():
    print(f"{name:9} {network(flows, diameters, lengths, roughness):.4f} m")

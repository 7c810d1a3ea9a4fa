"""What the rules about Numba share: the failed call, its expression, their words."""

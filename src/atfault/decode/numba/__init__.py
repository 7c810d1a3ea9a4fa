"""What the probe wrote of Numba's work: what was compiled, what was not, and why."""

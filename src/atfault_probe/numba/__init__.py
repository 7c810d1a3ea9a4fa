"""Numba's compiler listened to: what failed, what was compiled, what differs."""

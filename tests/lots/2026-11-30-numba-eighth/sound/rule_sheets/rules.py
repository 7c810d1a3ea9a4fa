"""Rules from texts, compiled once each; names of math are known to them."""

import math

from numba import njit

KNOWN = {name: getattr(math, name) for name in ("sqrt", "log", "exp", "pi")}
made = {}


def rule(text, names):
    key = (text, names)
    if key not in made:
        namespace = dict(KNOWN)
        exec(f"def rule({', '.join(names)}):\n    return {text}\n", namespace)
        made[key] = njit(namespace["rule"])
    return made[key]

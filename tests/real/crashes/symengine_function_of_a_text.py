# A function is made the way that sympy has it, and its arguments are taken for terms.
# https://github.com/symengine/symengine.py/issues/463
import symengine


def declare(names):
    return [symengine.Function("f", name) for name in names]  # <-- here


print(declare(["x", "y"]))  # <-- also

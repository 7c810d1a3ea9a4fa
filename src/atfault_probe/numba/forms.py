"""Numbers of a loop as sums of products of names: i * n + j is {(LOOP, "n"): 1, ("j",): 1}.

The factors of a product stand in order, and a number stands at the empty product.
"""

LOOP = "\0loop"
"""The index of the loop, among names."""
MAX_TERMS = 16


def number(value):
    return {(): value} if value else {}


def named(name):
    return {(name,): 1}


def add(first, second, by=1):
    found = dict(first)
    for product, factor in second.items():
        found[product] = found.get(product, 0) + by * factor
        if not found[product]:
            del found[product]
    return found


def subtract(first, second):
    return add(first, second, -1)


def multiply(first, second):
    """None of too many terms."""
    if len(first) * len(second) > MAX_TERMS:
        return None
    found = {}
    for one, factor in first.items():
        for other, by in second.items():
            found = add(found, {tuple(sorted(one + other)): factor * by})
    return found


def replaced(form, name, by):
    """With another form in the place of a name, where it stands by itself."""
    factor = form.get((name,), 0)
    found = add(form, {(name,): factor}, -1) if factor else form
    return add(found, by, factor) if factor else found


def substituted(form, by):
    """With forms in the place of names, wherever they stand. None of too many terms."""
    found = {}
    for product, factor in form.items():
        term = number(factor)
        for name in product:
            term = multiply(term, by.get(name, named(name)))
            if term is None:
                return None
        found = add(found, term)
    return found


OPERATORS = {"add": add, "sub": subtract, "mul": multiply}
"""By the names of Python's."""


def constant(form):
    """The number that it is; None of others."""
    return form.get((), 0) if not set(form) - {()} else None


def split(form):
    """(by what the loop's index is multiplied, the rest); (None, None) where the index is
    multiplied by itself."""
    by, rest = {}, {}
    for product, factor in form.items():
        others = tuple(one for one in product if one != LOOP)
        if len(product) - len(others) > 1:
            return None, None
        (by if len(product) > len(others) else rest)[others] = factor
    return by, rest


def is_apart(first, behind, is_fixed):
    """Whether the stretches [first, behind) of all iterations are apart: from i * n to i * n + n.

    is_fixed: of a name, whether it is the same number in all iterations. A factor that is a name is
    taken to be positive: where it is none, a stretch of that length has no element.
    """
    by, rest = split(first)
    if not by or not all(is_fixed(name) for product in (*by, *rest) for name in product):
        return False
    length = subtract(behind, first)
    whole = constant(by)
    room = constant(subtract(by if whole is None or whole > 0 else number(-whole), length))
    return constant(length) == 1 if room is None else room >= 0


def distance(first, second):
    """How far apart two indices lie in each iteration; None where that is no one number."""
    return constant(subtract(first, second))

"""The steps of a weaving mill, each a function of the lot."""

STEPS = {}


def step(*after, when=None):
    def enter(function):
        STEPS[function.__name__] = (function, after, when)
        return function

    return enter


from . import finish, yarn  # noqa: E402, F401

"""Makes variants of rules: with other constants, as the law of another year has them."""

import logging
import types

log = logging.getLogger("rules.folding")


def constants(function):
    return [value for value in function.__code__.co_consts if isinstance(value, float)]


def variant(function, changes):
    """The function with other numbers; `changes` maps old ones to new ones."""
    values = {changes.get(value, value): None for value in function.__code__.co_consts}
    code = function.__code__.replace(co_consts=tuple(values))
    log.info("%s: %s", function.__name__, code.co_consts)
    return types.FunctionType(code, function.__globals__, function.__name__, function.__defaults__)


class Year:
    def __init__(self, number, rules, changes):
        self.number = number
        self.rules = [variant(rule, changes) for rule in rules]

    def cost(self, value, weight):
        return sum(rule(value, weight) for rule in self.rules)

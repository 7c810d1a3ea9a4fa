"""Rules as people write them, made into compiled functions."""

import ast
import math
import re

from numba import njit

TEMPLATE = """
def {name}({arguments}):
    return {body}
"""

KNOWN = {name: getattr(math, name) for name in ("sqrt", "log", "sin", "cos", "pi")}


class Rule:
    def __init__(self, name, text):
        self.name = re.sub(r"\W", "_", name)
        self.text = text
        self.compiled = None

    def arguments(self):
        tree = ast.parse(self.text, mode="eval")
        called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call)}
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        return sorted(names - called - set(KNOWN))

    def compile(self):
        source = TEMPLATE.format(name=self.name, arguments=", ".join(self.arguments()), body=self.text)
        namespace = dict(KNOWN)
        exec(source, namespace)
        self.compiled = njit(namespace[self.name])
        return self.compiled

    def __call__(self, **values):
        function = self.compiled or self.compile()
        return function(*(float(values[name]) for name in self.arguments()))


class Book:
    def __init__(self, rules):
        self.rules = {name: Rule(name, text) for name, text in rules.items()}

    def evaluate(self, values):
        return {name: rule(**values) for name, rule in self.rules.items()}

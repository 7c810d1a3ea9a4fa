"""Parses ever longer orders with parsimonious and adds them up."""
import random

from parsimonious.grammar import Grammar
from parsimonious.nodes import NodeVisitor

GRAMMAR = Grammar(r"""
sum = term (("+" / "-") term)*
term = factor ("*" factor)*
factor = number / ("(" sum ")")
number = ~"[0-9]+"
""")


class Total(NodeVisitor):
    def generic_visit(self, node, children):
        return (int(node.text) if node.expr_name == "number" else 0) + sum(c for c in children if isinstance(c, int))


def order(dice, depth):
    if depth == 0:
        return str(dice.randint(1, 99))
    return "(" + dice.choice("+-*").join(order(dice, depth - 1) for _ in range(3)) + ")"


def main():
    dice = random.Random(4)
    for number in range(400):
        tree = GRAMMAR.parse(order(dice, 7))
        print(number, Total().visit(tree), flush=True)


if __name__ == "__main__":
    main()

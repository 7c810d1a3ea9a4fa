"""Which small changes of a source file Cosmic Ray can make, and one kind more."""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from typing import NamedTuple

import cosmic_ray.plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Example, Operator
from parso.python.tree import Keyword

SAME = re.compile("ReplaceComparisonOperator_(Eq_Is|Is_Eq|NotEq_IsNot|IsNot_NotEq)$")
"""Operators that change nothing where constants, small numbers and members of enumerations meet."""
UNNAMED = ("VariableReplacer", "VariableInserter")
"""Operators that want to be told which variables."""


class DropCondition(Operator):
    """Leaves out one operand of `and` or `or`, or what a comprehension asks."""

    def mutation_positions(self, node):
        if node.type in ("and_test", "or_test"):
            for operand in node.children[::2]:
                yield operand.start_pos, operand.end_pos
        elif node.type == "comp_if":
            yield node.children[1].start_pos, node.children[1].end_pos

    def mutate(self, node, index):
        if node.type == "comp_if":
            node.children[1] = Keyword("True", node.children[1].start_pos, prefix=" ")
        else:  # with the `and` behind it, or before it where it is the last
            del node.children[max(0, 2 * index - 1) : max(2, 2 * index + 1)]
        return node

    @classmethod
    def examples(cls):
        return (
            Example("x and y", " y"),
            Example("x or y or z", "x or z", occurrence=1),
            Example("[x for x in y if z]", "[x for x in y if True]"),
        )


class Place(NamedTuple):
    """What stands there can be changed, in one of several ways."""

    path: str
    """From the root of the tree."""
    line: int
    span: tuple[tuple[int, int], tuple[int, int]]


class Mutation(NamedTuple):
    """occurrence: the how-manieth of all changes that the operator can make in the file."""

    place: Place
    operator: str
    occurrence: int

    def applied(self, source: str) -> str:
        """The file's text with it."""
        return mutate_code(source, operators()[self.operator](), self.occurrence)


@functools.cache
def operators() -> dict[str, type[Operator]]:
    """By name."""
    names = [name.rpartition("/")[2] for name in cosmic_ray.plugins.operator_names()]
    found = {
        name: cosmic_ray.plugins.get_operator(f"core/{name}")
        for name in names
        if name not in UNNAMED and not SAME.match(name)
    }
    return found | {DropCondition.__name__: DropCondition}


def mutations(path: str, source: str) -> dict[Place, list[Mutation]]:
    """All that can be changed in a file, but for annotations, which nothing runs, and caches, whose
    loss only costs time."""
    found: dict[Place, list[Mutation]] = defaultdict(list)
    nodes = list(ast_nodes(get_ast(source)))
    left_out = [(node.start_pos, node.end_pos) for node in nodes if _changes_nothing(node)]
    nodes = [node for node in nodes if not _is_bare(node)]
    for name, kind in operators().items():
        operator, occurrence = kind(), 0
        for node in nodes:
            for start, end in operator.mutation_positions(node):
                place = Place(path, start[0], (start, end))
                if not any(first <= start and end <= last for first, last in left_out):
                    found[place].append(Mutation(place, name, occurrence))
                occurrence += 1
    return found


def _is_bare(node) -> bool:
    """Whether no operator looks at it: most nodes, and there are 200 operators."""
    if node.type in ("name", "string", "newline", "trailer", "simple_stmt", "suite", "endmarker"):
        return True
    return node.type == "operator" and node.value in "()[]{},:.="


def _changes_nothing(node) -> bool:
    parent = node.parent
    if node.type == "decorator":
        return bool(re.search(r"\b(lru_cache|cache)\b", node.get_code()))
    if parent is None or node.type == "operator":
        return False
    if parent.type in ("annassign", "tfpdef"):
        return parent.children.index(node) == (1 if parent.type == "annassign" else 2)
    return parent.type == "funcdef" and node is parent.annotation

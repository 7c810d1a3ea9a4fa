# Every node of some modules is asked again and again where it starts.
# https://github.com/tree-sitter/py-tree-sitter/issues/472
import argparse
import inspect
import pydoc

import tree_sitter
import tree_sitter_python

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language()))
kept = []


def walk(node):
    kept.append((node.start_point, node.end_point))  # <-- here
    for child in node.children:
        walk(child)


for module in (argparse, inspect, pydoc) * 3:
    with open(module.__file__, "rb") as file:
        walk(parser.parse(file.read()).root_node)
    print(module.__name__, len(kept), sum(start.row for start, _ in kept))  # <-- here
    kept.clear()  # <-- here

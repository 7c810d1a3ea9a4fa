# A sum of many terms is a tree as deep as there are terms.
# https://github.com/python/cpython/issues/95185
import ast


def parse(terms):
    return ast.parse("+0" * terms)  # <-- here


parse(400_000)

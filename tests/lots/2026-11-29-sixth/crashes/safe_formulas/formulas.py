"""Works out formulas that strangers have sent, in a sandbox."""

import ast
import operator
import sys

import sandbox

OPERATORS = {ast.Add: operator.add, ast.Mult: operator.mul, ast.Pow: operator.pow}


class Evaluator(ast.NodeVisitor):
    def visit_Expression(self, node):
        return self.visit(node.body)

    def visit_Constant(self, node):
        return node.value

    def visit_BinOp(self, node):
        return OPERATORS[type(node.op)](self.visit(node.left), self.visit(node.right))


def evaluate(text):
    return Evaluator().visit(ast.parse(text, mode="eval"))


def main():
    formulas = sys.argv[1:] or ["2+3", "7*6", "2**65000*3**40000"]
    sandbox.enter()
    for formula in formulas:
        sys.stdout.write(f"{formula} = {evaluate(formula).bit_length()} bits\n")
        sys.stdout.flush()
        table = bytearray(4_000_000)
        table[:] = b"." * len(table)


if __name__ == "__main__":
    main()

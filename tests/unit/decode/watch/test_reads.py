"""What functions that only look read, told from their source."""

from __future__ import annotations

import ast
import textwrap

import pytest

from atfault.decode.watch import loops


def reads(body: str, decorator: str = ""):
    source = f"{decorator}\ndef state(self, other=None):\n" + textwrap.indent(
        textwrap.dedent(body).strip(), "    "
    )
    tree = ast.parse(source)
    return loops.reads_of(tree.body[0])


@pytest.mark.parametrize(
    ("body", "expressions", "is_answer"),
    [
        ("return self.a == self.b", ["self.a == self.b"], True),
        ('"""Whether."""\nreturn self.a', ["self.a"], True),
        ("with self.lock:\n    return self.a", ["self.a"], True),
        ("a = self.a\nif a:\n    return self.b\nreturn a", ["self.a", "a", "self.b", "a"], False),
    ],
)
def test_a_function_that_computes_an_answer_reads_that_much(body, expressions, is_answer):
    found = reads(body)
    assert [ast.unparse(one) for one in found.expressions] == expressions
    assert found.is_answer is is_answer


@pytest.mark.parametrize(
    "body",
    [
        "self.looked += 1\nreturn self.a",
        "self.a = 1\nreturn self.a",
        "self.log()\nreturn self.a",
        "for one in self.all:\n    return one",
        "try:\n    return self.a\nexcept KeyError:\n    return None",
        "with open(self.path) as file:\n    return file",
        "with self.connect():\n    return self.a",
        "yield self.a",
        "pass",
    ],
)
def test_a_function_that_does_anything_else_is_not_followed(body):
    assert reads(body) is None


def test_a_property_is_asked_as_it_stands_and_no_other_decorator_is_known():
    assert reads("return self.a", "@property") is not None
    assert reads("return self.a", "@cached_property") is None

"""A grammar of ballads that may be read in many ways, so that reading one takes long."""

from lark import Lark

BALLAD = r"""
start: verse+
verse: line+
line: phrase+
phrase: noun | verb | noun verb | verb noun | phrase phrase
noun: WORD
verb: WORD
WORD: /[a-z]+/
%ignore /[ \n,]+/
"""


def reader():
    return Lark(BALLAD, parser="earley", ambiguity="resolve")

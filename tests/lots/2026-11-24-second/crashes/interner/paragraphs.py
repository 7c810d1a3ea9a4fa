"""Paragraphs of texts, each of which is kept once only."""

import os

import compiled

HERE = os.path.dirname(os.path.abspath(__file__))
interner = compiled.load(os.path.join(HERE, "interner.cpp"))


def paragraph(text):
    return interner.intern(text.strip())  # <-- here

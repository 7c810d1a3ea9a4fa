# A handler feeds the parser that has called it.
# https://github.com/python/cpython/issues/146169
from xml.parsers import expat

parser = expat.ParserCreate(encoding="utf-16")


def start(name, attributes):
    parser.CharacterDataHandler = more


def more(text):
    parser.Parse(text, False)  # <-- here


def parse(document):
    for position in range(len(document)):
        last = position == len(document) - 1
        parser.Parse(document[position : position + 1], last)  # <-- here


parser.StartElementHandler = start
parse("<page>text".encode("utf-16"))

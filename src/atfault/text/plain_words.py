"""What a tool that is not known says, by the words that all of them use: that something is not
there, and what kind of thing that is.

    google/protobuf/timestamp.proto: File not found.        a file to be included
    protoc-gen-grpc_python: program not found or …          a program
    Cannot find cuda library libcudart.so.12                a library
    Can't locate ExtUtils/MakeMaker.pm in @INC              a module of a tool's own language

Only lines right before one that says that something failed are read so: elsewhere such words are
often of checks.
"""

import re

from atfault.model.given import HINT, Hit

BY_WORDS = "by-words"
"""`Hit.why` of one whose kind is known by such words alone."""
_GONE = (
    r"(?:not (?:be )?found|no such|not (?:available|installed|in (?:your )?PATH)|does not exist"
    r"|doesn't exist|can(?:not|'t| not) (?:find|locate|open|load|execute|be found)"
    r"|could(?:n't| not) (?:find|locate|open|load|be found)|unable to (?:find|locate|open|load)"
    r"|failed to (?:find|locate|open|load)|is missing|missing)"
)
_TELLING = re.compile(
    rf"(?i)\b{_GONE}\b|\b(?:undefined|unknown|unrecognized|unsupported|invalid|denied|mismatch"
    r"|incompatible|not (?:defined|compatible|supported|recognized|allowed|permitted|a valid)"
    r"|must be|is required|too (?:old|new)|did not match|conflict\w*|corrupt\w*)\b"
)
_IS_GONE = re.compile(rf"(?i)\b{_GONE}\b")
_QUOTE = r"[\"'`‘“]?"
_HEADER = re.compile(
    rf"(?:^|[\s\"'`‘“<]){_QUOTE}(?P<name>[\w./+-]+\.(?:h|hh|hpp|hxx|proto|inc|pxd|idl|td))\b"
)
_MODULE = re.compile(r"(?:^|\s)(?P<name>[\w/]+\.pm)\b")
_LIBRARY = re.compile(
    r"(?i)\blibrar(?:y|ies) [\"'`‘]?(?P<name>[\w+.-]*\w)"
    r"|\b(?P<file>lib[\w+-]+\.(?:so|a|dylib)[\d.]*)"
)
_TOOL = re.compile(
    r"(?i)(?:^|[\s\"'`‘])(?P<name>[\w+.-]+)[\"'’]?:? (?:program|command|executable)\b"
    r"|\b(?:program|command|executable|tool|compiler|plugin) [\"'`‘]?(?P<other>[\w+.-]+)"
)


def is_telling(text: str) -> bool:
    """Whether a line has one of the words with which tools say what is wrong."""
    return len(text) < 600 and _TELLING.search(text) is not None


def classed(hit: Hit) -> Hit:
    """A hit of no known kind, with its kind where the words say that something is not there."""
    text = hit.text
    if not _IS_GONE.search(text):
        return hit
    header = _HEADER.search(text)
    if header:
        return hit._replace(kind="header", why=BY_WORDS, subject=header["name"])
    module = _MODULE.search(text)
    if module:
        return hit._replace(kind="tool", why=BY_WORDS, subject=module["name"])
    library = _LIBRARY.search(text)
    if library:
        name = library["file"] or library["name"]
        return hit._replace(kind="library", why=BY_WORDS, subject=name)
    tool = _TOOL.search(text)
    if tool:
        return hit._replace(kind="tool", why=BY_WORDS, subject=tool["name"] or tool["other"])
    return hit


def telling_hit(number: int, text: str) -> Hit:
    """What such a line says."""
    return classed(Hit("compile", number, text, "telling", rank=HINT))

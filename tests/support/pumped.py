"""Every compiled pattern of the modules that read texts, and inputs made to slow it down.

A repeat of a pattern is pumped: what leads there, a sample of its body many times, and an end that
does not fit. So is what stands before a repeat, since a search begins again at each of these.
"""

import ast
import functools
import importlib
import pkgutil
import re
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import atfault

if sys.version_info >= (3, 11):
    from re import _parser
else:
    import sre_parse as _parser

ROOMS = ("text", "diagnose.text", "decode.imports", "decode.given_text", "analyze.text")
METHODS = ("match", "fullmatch", "search", "sub", "subn", "finditer", "findall", "split")
NASTY = (
    *("error:1:1:1", "a.a.a.a", "   ", "((((", "[[[[", ' "" ""', "0123456789abcdef", "a", "1"),
    *("a ", "a:1:", "a: ", "error: ", "/a", "a,", "\t", "::", "<a", '"', "`", "a(1): ", "-a "),
    *("a::b<", "a\\", "é", "'a' ", "~ "),
)
ENDS = ("\x01!", "\n")
_SAMPLES = "a1 .-/x:(\x01"
MANY = 8
"""Times from which on a repeat counts as one."""


class Used(NamedTuple):
    """A pattern with where it stands, and how it is asked."""

    where: str
    pattern: re.Pattern[Any]
    method: str


def patterns() -> list[Used]:
    """Those of the rooms that read texts, each once for each way that it is asked in."""
    names = [
        found.name
        for found in pkgutil.walk_packages(atfault.__path__, "atfault.")
        if found.name.removeprefix("atfault.").startswith(ROOMS)
    ]
    used: dict[tuple[str, str, int], Used] = {}
    for name in names:
        module = importlib.import_module(name)
        asked = _asked(str(module.__file__))
        for key, value in list(vars(module).items()):
            for pattern in _within(value, 0):
                for method in asked.get(key) or ("search",):
                    known = (method, str(pattern.pattern), pattern.flags)
                    used.setdefault(known, Used(f"{name}:{key}", pattern, method))
    return list(used.values())


@functools.cache
def _asked(path: str) -> dict[str, set[str]]:
    """Name → the methods that are called of it; and of what a loop or a dict takes from it."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    asked: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        loops = node.generators if hasattr(node, "generators") else [node]
        for loop in loops:
            if isinstance(loop, ast.For | ast.comprehension):
                within = {call.func.attr for call in ast.walk(node) if _is_asked(call)}
                for one in ast.walk(loop.iter):
                    if isinstance(one, ast.Name) and one.id.isupper():
                        asked.setdefault(one.id, set()).update(within)
        if _is_asked(node):
            base = node.func.value
            base = base.value if isinstance(base, ast.Subscript) else base
            if isinstance(base, ast.Name):
                asked.setdefault(base.id, set()).add(node.func.attr)
    return asked


def _is_asked(node: Any) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in METHODS
    )


def _within(value: Any, depth: int) -> Iterator[re.Pattern[Any]]:
    """The patterns in tables, tuples and records."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 5 and isinstance(value, dict):
        for one in (*value.keys(), *value.values()):
            yield from _within(one, depth + 1)
    elif depth < 5 and isinstance(value, tuple | list | set | frozenset):
        for one in value:
            yield from _within(one, depth + 1)


# ---- pumping ------------------------------------------------------------------------------------


def pumped(pattern: re.Pattern[Any], length: int) -> Iterator[Any]:
    """Inputs of `length` characters, made from the pattern."""
    flags = pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags
    tree = _parser.parse(pattern.pattern, flags)
    shapes = dict.fromkeys((*_pumps(tree, ""), *(("", one) for one in NASTY)))
    shapes[("", _sample(tree)[:-1] or "a")] = None
    for before, body in shapes:
        for end in ENDS:
            text = (before + body * (length // len(body) + 1))[:length] + end
            yield text.encode() if isinstance(pattern.pattern, bytes) else text


def _pumps(tree: Any, before: str) -> Iterator[tuple[str, str]]:
    """(what leads to a repeat, a sample of its body) for each."""
    for item in tree:
        op, value = str(item[0]), item[1]
        if op.endswith("_REPEAT"):
            body = _sample(value[2]) or "a"
            if int(value[1]) > MANY:
                yield before, body
                if before:
                    yield "", before + body
                    yield "", before
            yield from _pumps(value[2], before)
        elif op == "SUBPATTERN":
            yield from _pumps(value[3], before)
        elif op == "BRANCH":
            for branch in value[1]:
                yield from _pumps(branch, before)
        elif op.startswith("ASSERT"):
            yield from _pumps(value[1], before)
        before += _sample([item])


def _sample(tree: Any) -> str:
    """A text that the pattern takes, as a rule."""
    return "".join(_sample_of(str(item[0]), item[1]) for item in tree)


def _sample_of(op: str, value: Any) -> str:
    if op == "LITERAL":
        return chr(value)
    if op == "NOT_LITERAL":
        return "b" if value == ord("a") else "a"
    if op == "ANY":
        return "a"
    if op == "IN":
        fits = re.compile(_class_of(value))
        literal = [chr(what) for kind, what in value if str(kind) == "LITERAL"]
        return next((one for one in (*_SAMPLES, *literal) if fits.match(one)), "é")
    if op == "BRANCH":
        return _sample(value[1][0])
    if op == "SUBPATTERN":
        return _sample(value[3])
    if op.endswith("_REPEAT"):
        return _sample(value[2]) * min(int(value[0]), 50)
    return ""


def _class_of(items: Any) -> str:
    """The class in brackets again."""
    names = {"DIGIT": r"\d", "WORD": r"\w", "SPACE": r"\s"}
    text = ""
    for kind, what in items:
        if str(kind) == "NEGATE":
            text += "^"
        elif str(kind) == "LITERAL":
            text += re.escape(chr(what)) if chr(what) not in "^]" else "\\" + chr(what)
        elif str(kind) == "RANGE":
            text += f"{re.escape(chr(what[0]))}-{re.escape(chr(what[1]))}"
        else:
            name = str(what).removeprefix("CATEGORY_")
            text += names[name.removeprefix("NOT_")].upper() if "NOT_" in name else names[name]
    return f"[{text}]"


# ---- measuring ----------------------------------------------------------------------------------


def seconds(used: Used, text: Any, enough: float) -> float:
    """CPU time that the pattern takes for a text: the least of some tries, until `enough`."""
    ask = getattr(used.pattern, used.method)
    best = float("inf")
    for _ in range(3):
        began = time.thread_time()
        if used.method in ("sub", "subn"):
            ask("", text)
        elif used.method == "finditer":
            list(ask(text))
        else:
            ask(text)
        best = min(best, time.thread_time() - began)
        if best <= enough:
            break
    return best

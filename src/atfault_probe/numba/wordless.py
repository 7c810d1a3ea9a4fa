"""Values that compiled code has no text for: str() and repr() of them, and an f-string with one,
give the name of their type ("<object type:float64>", numba/cpython/builtins.py), without a word.

    [{place, name: "str" or "repr", variable, type}]
"""

import sys

from atfault_probe.numba.lowered import Lowered
from atfault_probe.numba.places import Code
from atfault_probe.numba.types import get, is_programs_module
from atfault_probe.plain.types import module_dict, mro, namespace

MAX_TOLD = 8
_NAMES = ("str", "repr")
_METHODS = ("__str__", "__repr__")
_FORMATS = ("FORMAT_VALUE", "FORMAT_SIMPLE")
_RAISES = ("Raise", "StaticRaise", "DynamicRaise", "TryRaise", "StaticTryRaise", "DynamicTryRaise")


def of_dispatcher(dispatcher):
    """Of a function, as it was compiled for the types of each of its calls. What ends in an
    exception is left out: of that nothing is computed."""
    found = {}
    code = get(dispatcher, "py_func").__code__
    for compiled in list((get(dispatcher, "overloads") or {}).values()) if _may(code) else ():
        annotation = get(compiled, "type_annotation")
        types, blocks = get(annotation, "typemap"), get(annotation, "blocks")
        if not types or not blocks:
            continue  # it came out of a cache
        own = Code(None, annotation)
        own.code = code
        for block in list(blocks.values()):
            body = get(block, "body") or ()
            if body and type(body[-1]).__name__ not in _RAISES:
                for one in _in_block(body, own, types, get(dispatcher, "typingctx")):
                    found.setdefault(tuple(one["place"]), one)
    return list(found.values())[:MAX_TOLD]


def _may(code):
    """Whether a function's code asks for the text of anything: most ask for none."""
    known = getattr(sys.modules.get("opcode"), "opmap", {})
    used = code.co_code[::2]
    is_formatted = any(known.get(name) in used for name in _FORMATS if name in known)
    return is_formatted or any(name in code.co_names for name in _NAMES)


def _in_block(body, code, types, context):
    for statement in body:
        call = get(statement, "value")
        arguments = get(call, "args") or () if get(call, "op") == "call" else ()
        if len(arguments) != 1:
            continue
        name = _asks_for_text(dict.get(types, get(get(call, "func"), "name")))
        kind = dict.get(types, get(arguments[0], "name")) if name else None
        if kind is not None and not any(context.resolve_getattr(kind, one) for one in _METHODS):
            operand = Lowered(code, types).operand("argument", get(arguments[0], "name"))
            yield {
                "place": code.of_statement(statement),
                "name": name,
                "variable": operand["name"],
                "type": operand["type"],
            }


def _asks_for_text(kind):
    """ "str" or "repr", of the type of what is called; "" of others, and where the program says
    itself what text some values have."""
    key = get(kind, "typing_key")
    builtins = module_dict("builtins")
    name = next((one for one in _NAMES if key is not None and key is builtins.get(one)), "")
    for template in get(kind, "templates") or () if name else ():
        spaces = [namespace(cls) for cls in mro(template)[:2]]
        hooks = [space["_overload_func"] for space in spaces if "_overload_func" in space]
        hooks = [one.__func__ if type(one) is staticmethod else one for one in hooks]
        if any(is_programs_module(getattr(one, "__module__", "")) for one in hooks):
            return ""
    return name

"""What Numba refuses without compiling: a decorator's signature, layout, option or specification,
the implementation of an overload, a call of a ufunc or of a jitclass.

    {what: "refused", stage, function, place, near, callee, …} as of numba.facts

function: the program's own that Numba had in its hands, else the one whose line called Numba.
place: of its decorator, or of that line. near: the texts that Numba was looking at, of which one
may stand in the source. callee:

    bind            the arguments do not fit the parameters; count: of a ufunc or a stencil
    ufunc           a call of a ufunc; result: which lacks the array for its result
    construct       a statement
    passed          a function is passed for one of another number of arguments
    untyped         a typed list or dict that has no types yet
    hook            a function of the program's that Numba calls while it compiles
    implementation  what implements an operation (numba.phases)
    block           what leaves an objmode block could not be taken over (numba.objmode)
    callback        a signature of @cfunc that whoever is to call it does not know
    decorate        all else

value: what a ufunc was compiled for; operands: arrays that its call names. name: of the function
that is decorated, where it is not `function`.
"""

import os
import re

from atfault_probe.numba import calls
from atfault_probe.numba.phases import DECLARING, OPTIONS, of_dispatcher, texts
from atfault_probe.numba.phases import of_frames as of_phase
from atfault_probe.numba.places import Code, instructions, lasti_of, line_of, place_at, told_code
from atfault_probe.numba.types import get, is_numbas, is_programs_module, plain_type
from atfault_probe.plain.types import module_dict, mro, namespace, type_name

MAX_NAMED = 12
MAX_TEXT = 300
_STATEMENTS = ("stmt", "inst")
_OF_ARGUMENTS = ("numba.core.dispatcher", "numba.core.typing", "numba.core.types",
                 "numba.core.errors", "numba.typed")  # fmt: skip
"""Where a call of a compiled function fails for its arguments, and not for its options."""
_TYPES = "numba.core.types"
"""Whose classes are called to make one."""
_USED = ("numba.typed", "numba.cuda", "numba.core.serialize", "numba.experimental.jitclass.boxing")
"""What a running program uses, or what has words of its own."""
_HOOKS = ("_definition_func", "_overload_func")
"""Of Numba's template of an intrinsic or an overload: the program's function."""
_OPTIONS = ("neighborhood", "standard_indexing")
"""Of a stencil."""
_FUNCTION = type(lambda: 0)
_QUOTED = re.compile(r"'(\w+)'")


def of_frames(error, frames):
    """The record; None where Numba did not refuse it.

    frames: numba.facts.frames_of the traceback.
    """
    own = [at for at, (module, _, _) in enumerate(frames) if is_programs_module(module)]
    if not own:
        return None
    if _is_hook(frames[: own[-1] + 1]):
        return of_overload(error, frames[own[-1] - 1 :])
    caller, inner = frames[own[-1]][2], frames[own[-1] + 1 :]
    of_numba = [entry for entry in inner if entry[0].startswith("numba.")]
    if not of_numba:
        return _of_ufunc(error, caller) if not inner else None
    is_call = inner[0][1] == "_compile_for_args" and not of_numba[-1][0].startswith(_OF_ARGUMENTS)
    is_option = of_numba[-1][0].startswith(OPTIONS) or is_call
    if not inner[0][0].startswith(DECLARING) and not is_option:
        return None
    if any(name == "<module>" and of.f_code.co_filename[:1] != "<" for _, name, of in inner):
        return None  # an import of Numba's own; a text that it evaluates is a type or a signature
    if _has_no_folder(of_numba[-1]):
        return None
    told = of_result(error, of_numba)
    if told is not None:
        return told
    if of_numba[-1][1] == "_stencil_wrapper":
        return of_kernel(error, of_numba)
    told = _blank(error, caller, lasti_of(error, caller))
    told["near"] = texts(of_numba[-1][2], error)
    held = [get(frame.f_locals.get("self"), "py_func") for _, _, frame in of_numba]
    held = [one for one in held if _is_own_function(one)]
    told["name"] = held[-1].__name__ if held else ""
    if inner[0][1] == "__call__" and not inner[0][0].startswith(_TYPES):
        told["callee"] = "bind" if inner[-1][0] == "inspect" else "ufunc"
        if told["callee"] == "ufunc" and _is_miscounted(inner[0][2]):
            told["callee"] = "count"
        if _lacks_arguments(of_numba[-1][2]):
            told["callee"] = "result"
            told["name"] = get(inner[0][2].f_locals.get("self"), "__name__") or ""
        told["operands"] = _arrays_at(caller, told["place"]) if told["callee"] == "ufunc" else []
    return _of_statement(told, of_numba) or _of_subject(told, of_numba)


def of_result(error, frames):
    """The record, "declared", of a function that returns a value, and is to return none: the kernel
    of a ufunc that writes into its outputs, the __init__ of a jitclass. None for others."""
    _, name, frame = frames[-1] if frames else ("", "", None)
    if name == "_finalize_signature":
        function = get(frame.f_locals.get("self"), "py_func")
        kind = get(get(frame.f_locals.get("cres"), "signature"), "return_type")
    elif name == "generic" and calls.is_dispatcher(frame.f_locals.get("ctor")):
        function = get(frame.f_locals["ctor"], "py_func")
        kind = get(frame.f_locals.get("sig"), "return_type")
    else:
        return None
    code = Code(None, None)
    code.code = getattr(function, "__code__", None)
    if code.code is None or not frames[-1][0].startswith("numba.") or kind is None:
        return None
    told = _blank(error, frame)
    told.update(what="declared", function=code.told())
    told["place"] = code.result() or [code.code.co_firstlineno, None, None, None]
    origin = {"kind": "expression", "name": "", "index": None, "place": told["place"]}
    nothing = {"n": "none", "k": "NoneType"}
    told["types"] = [dict(origin, type=one) for one in (nothing, plain_type(kind))]
    return told


def _has_no_folder(entry):
    """Whether it is that no folder can be written for what is cached: the file itself is there."""
    module, _, frame = entry
    file = frame.f_locals.get("source_path")
    is_of_cache = module == "numba.core.caching" and type(file) is str
    return is_of_cache and os.path.exists(file)


def of_numbas_own(error, frames):
    """The record of what else Numba itself raised, in Python, of a line of the program's: told by
    the phase. None for what its containers and compiled code raise as Python's own do.

    frames: numba.facts.frames_of the traceback.
    """
    own = [at for at, (module, _, _) in enumerate(frames) if is_programs_module(module)]
    inner = frames[own[-1] + 1 :] if own else []
    if not inner or not inner[-1][0].startswith("numba.") or _has_no_folder(inner[-1]):
        return None
    untyped = _of_argument(error, inner)
    if untyped is not None:
        return untyped
    is_used = any(module.startswith(_USED) or name == "<module>" for module, name, _ in inner)
    phase = _of_container(inner[-1]) or of_phase(inner)
    is_used = is_used and phase not in ("untyped", "bind")
    if is_used or not phase or Warning in mro(type(error)):
        return None
    caller = frames[own[-1]][2]
    told = _blank(error, caller, lasti_of(error, caller))
    told["callee"], told["near"] = phase, texts(inner[-1][2], error)
    if phase == "decorate":
        of_dispatcher(told, inner)
    return told


def _of_argument(error, frames):
    """Of an argument that Numba looks for a type of, and refuses (a masked array)."""
    asked = [frame for _, name, frame in frames if name == "typeof_pyval"]
    dispatcher = asked[-1].f_locals.get("self") if asked else None
    if not calls.is_dispatcher(dispatcher):
        return None
    function = get(dispatcher, "py_func")
    told = _blank(error, asked[-1])
    told["what"], told["function"] = "argument", calls.told_function(function)
    told["place"] = [function.__code__.co_firstlineno, None, None, None]
    told["arguments"] = [["", None, type_name(type(asked[-1].f_locals.get("val")))]]
    told["operands"] = [
        {"role": "argument", "name": "", "type": None, "place": None, "origins": []}
    ]
    return told


def _of_container(entry):
    """ "untyped" of a method of a typed list or dict which has no types yet, "bind" where one is
    made of more than one value; "" of others."""
    _, name, frame = entry
    held, args = frame.f_locals.get("self"), frame.f_locals.get("args")
    if not type_name(type(held)).startswith("numba.typed.typed"):
        return ""
    if name == "__init__":
        return "bind" if type(args) is tuple and len(args) > 1 else ""
    return "untyped" if get(held, "_typed") is False else ""


def of_overload(error, frames):
    """The same of an implementation that Numba asked for while it compiled something: that its
    author gave, or that raised something itself. None for one of Numba's own."""
    if not frames or any(entry[1] == "_runPass" for entry in frames):
        return None
    module, name, frame = frames[-1]
    if is_programs_module(module):
        told = _blank(error, frame, lasti_of(error, frame))
        told["callee"], told["name"] = "hook", name
        return told
    if module.startswith("numba.stencils"):
        return of_kernel(error, frames)
    functions = _hooks_of(frame.f_locals.get("self"))
    functions += [one for one in frame.f_locals.values() if _is_own_function(one)][-1:]
    if not functions or not module.startswith("numba."):
        return None
    told = _blank(error, frame)
    told["said"] = _said(error)
    told["function"] = calls.told_function(functions[0])
    told["place"] = [functions[0].__code__.co_firstlineno, None, None, None]
    return told


def of_hook(error, frames):
    """The same of a function that a pass called, as far as it is known to be at fault: it raised
    something, or Numba as it took what it gave.

    frames: of the pass, without those of passes in it.
    """
    if len(frames) < 2 or any(entry[1] == "_runPass" for entry in frames[1:]):
        return None
    module, _, frame = frames[-1]
    is_template = module == "numba.core.typing.templates"
    if is_programs_module(module) or (is_template and _hooks_of(frame.f_locals.get("self"))):
        return of_overload(error, frames[1:])
    return None


def _hooks_of(template):
    """The program's function of a template that Numba made for it."""
    spaces = [namespace(cls) for cls in mro(type(template))[:2]]
    held = [space.get(name) for space in spaces for name in _HOOKS]
    held = [one.__func__ if type(one) is staticmethod else one for one in held]
    return [one for one in held if _is_own_function(one)]


def _is_hook(frames):
    """Whether the last frame is of a function that Numba called, for what it is to know of a type
    or of a function: by itself, or through functools."""
    before = [entry[0] for entry in frames[:-1] if entry[0] not in ("functools", "contextlib")]
    return bool(before) and before[-1].startswith("numba.core.")


def _is_miscounted(frame):
    """Whether a ufunc or a stencil is called with too few arguments, or too many."""
    called, args = frame.f_locals.get("self"), frame.f_locals.get("args")
    kernel = get(called, "kernel_ir")
    wanted = len(get(kernel, "arg_names") or ()) if kernel is not None else get(called, "nin")
    if type(args) is not tuple or type(wanted) is not int:
        return False
    return not wanted <= len(args) <= wanted + (get(called, "nout") or 0)


def _lacks_arguments(frame):
    """Whether it is a ufunc that is compiled as it is called, of which numbers of arguments do not
    match."""
    called, args = frame.f_locals.get("self"), frame.f_locals.get("args")
    asked = get(called, "_num_args_match")
    is_asked = asked is not None and get(called, "_is_dynamic") and not get(called, "_frozen")
    return bool(is_asked) and type(args) is tuple and asked(*args) is False


def of_kernel(error, frames):
    """The same of a stencil's kernel, where it is called by a function that is compiled; None where
    Numba was at none."""
    of_stencils = [entry for entry in frames if entry[0].startswith("numba.stencils")]
    if not of_stencils:
        return None
    told = _blank(error, frames[-1][2])
    if _of_statement(told, of_stencils) is None:
        kernel = get(of_stencils[-1][2].f_locals.get("self"), "kernel_ir")
        code = Code(get(kernel, "func_id"), kernel)
        told["function"] = code.told()
        told["place"] = [told["function"]["first_line"], None, None, None]
        told["near"] = [
            *_options_said(of_stencils[-1][2], error),
            *texts(of_stencils[-1][2], error),
        ]
        told["said"] = _said(error)
        made = [one for name in _QUOTED.findall(told["said"]) for one in code.assigned(name)]
        if made:  # a name that Numba wants for itself
            told["place"] = [line_of(made[0]), None, None, None]
    return told


def _said(error):
    return error.args[0][:MAX_TEXT] if error.args and type(error.args[0]) is str else ""


def _options_said(frame, error):
    """The options of a stencil that an error speaks of."""
    held = frame.f_locals.get("self")
    return [one for one in _OPTIONS if one in _said(error) and get(held, one) is not None]


def _is_own_function(one):
    return type(one) is _FUNCTION and is_programs_module(one.__module__)


def _blank(error, frame, lasti=-1):
    place = place_at(frame.f_code, lasti, frame.f_lineno)
    return calls.refusal(error, told_code(frame.f_code), "decorate", place)


def _of_statement(told, frames):
    """Of a statement of the representation that Numba was at (a stencil's kernel)."""
    for _, _, frame in reversed(frames):
        values = frame.f_locals
        for name in _STATEMENTS:
            statement = values.get(name)
            if statement is None or not is_numbas(type(statement)) or line_of(statement) is None:
                continue
            kernel = get(values.get("self"), "kernel_ir") or values.get("func_ir")
            code = Code(get(kernel, "func_id"), kernel)
            if code.code is None:
                continue
            told["function"], told["callee"] = code.told(), "construct"
            told["place"] = code.of_statement(_access_by(values.get("te"), code) or statement)
            return told
    return None


def _access_by(index, code):
    """The statement that takes an element at an index which a stencil refuses, once it has seen all
    of them; None where it is at none."""
    name = get(index, "name")
    for statement in code.statements():
        value = get(statement, "value")
        if get(value, "op") != "getitem" or type(name) is not str:
            continue
        used = get(get(value, "index"), "name")
        made = [get(one, "value") for one in code.assigned(used)]
        parts = [get(one, "name") for each in made for one in get(each, "items") or ()]
        if any(name in _copied(one, code) for one in (used, *parts)):
            return statement
    return None


def _copied(name, code):
    """A variable, and those that it is but another name of."""
    found = [name]
    for one in found:
        values = [get(each, "value") for each in code.assigned(one)]
        names = [get(each, "name") for each in values if type(each).__name__ == "Var"]
        found += [each for each in names if each not in found][:MAX_NAMED]
    return found


def _of_subject(told, frames):
    """With the program's function that was decorated elsewhere than where Numba was called."""
    if told["callee"] != "ufunc" and frames[0][1] != "_compile_for_args":
        return told
    if told["callee"] == "decorate":
        of_dispatcher(told, frames)
    return told


def _of_ufunc(error, frame):
    """Of one that numpy refused to call: it names the ufunc that it has no loop for."""
    said = error.args[0] if error.args and type(error.args[0]) is str else ""
    if type_name(type(error)).endswith("._UFuncNoLoopError"):
        return _without_loops(error, frame)
    if type(error) not in (TypeError, ValueError):
        return None
    for name in frame.f_code.co_names + frame.f_code.co_varnames:
        for space in (frame.f_locals, frame.f_globals):
            value = calls.value_of(space, name)
            if value is None or not type_name(type(value)).startswith("numba.np.ufunc."):
                continue
            own = get(value, "__name__")
            counts = type(own) is str and said.startswith(own + "() takes ")
            said_of = type(own) is str and said.startswith(("ufunc '%s' " % own, own + ": "))
            if counts or said_of:
                told = _blank(error, frame, lasti_of(error, frame))
                kinds = get(value, "types")
                kinds = kinds if type(kinds) is list else []
                told["callee"] = "count" if counts else "ufunc"
                told["operands"] = _arrays_at(frame, told["place"])
                told["value"] = "; ".join(one for one in kinds if type(one) is str)[:MAX_TEXT]
                return told
    return None


def _without_loops(error, frame):
    """Of a ufunc that has no loop for any types: it was compiled for none, and takes no more. Those
    of numpy's own have some."""
    ufunc = get(error, "ufunc")
    if ufunc is None or getattr(ufunc, "types", None) != []:
        return None
    told = _blank(error, frame, lasti_of(error, frame))
    told["name"], told["callee"] = ufunc.__name__, "empty_ufunc"
    return told


def _arrays_at(frame, place):
    """Arrays among the variables that an expression names, as operands of numba.facts."""
    code, ndarray = frame.f_code, module_dict("numpy").get("ndarray")
    typeof = module_dict("numba").get("typeof")
    found = {}
    if None in place or typeof is None:
        return []
    positions = list(code.co_positions())
    for one in instructions(code):
        at = positions[one.offset // 2]
        if None in at or not _covers(place, at) or not one.opname.startswith("LOAD_"):
            continue
        for space in (frame.f_locals, frame.f_globals):
            value = calls.value_of(space, one.argval) if type(one.argval) is str else None
            if type(value) is ndarray and len(found) < MAX_NAMED:
                found.setdefault(one.argval, plain_type(typeof(value)))
    return [
        {"role": "argument", "name": name, "type": kind, "place": None, "origins": []}
        for name, kind in found.items()
    ]


def _covers(place, other):
    """Whether one place holds another: [line, end line, column, end column]."""
    return (place[0], place[2]) <= (other[0], other[2]) and (other[1], other[3]) <= (
        place[1],
        place[3],
    )

"""Why Numba could not compile a function, as plain data: taken from its compiler's own objects the
moment a pass fails, never from the text of a message.

    {stage, error, function, arguments: [[name, type, Python's type]], what, place, operands, …,
     inner: [record]}

function: {name, qualname, file, first_line} of the one that was being compiled. place: see
numba.places. operands: [{role, name, type, place, origins}]. inner: failures of functions that this
one calls, and that it failed for. what, and the fields that come with it:

    call            callee, called, vararg: a call; operands are its arguments. Of a compiled
                    function also dispatcher, given, signatures, convertible (numba.calls)
    operator        callee: "add", "getitem", "setitem", "getiter" …
    getattr         attribute, near: names that are supported; the operand is its object
    setattr         likewise; operands are object and value
    argument        the one operand is of no type that could be compiled
    unify           variable, types: [{type, place, origin}]: it would need several types
    declared        types: what a signature says that the function returns, and what it does
    return, yield   types: likewise
    imprecise       variable: the operand's type is not fully known
    unpack          count: of names that a value is unpacked into
    build           callee: "list", "dict", "tuple" …
    global          name, value: the name of its type; known: whether there is such a name; near:
                    those that there are
    undefined       name
    opcode          name: of the instruction; "objmode_left": of a jump out of a block
    construct       name: of the class of the statement that is not supported; "objmode" and
                    "objmode_extra": operands are the variables that lack a type, or have one
    other           callee: the phase of Numba that raised it (numba.phases); near: as numba.refused
"""

from atfault_probe.numba import calls, entry, phases, refused
from atfault_probe.numba import names as numba_names
from atfault_probe.numba.lowered import in_loop_of, is_in, is_of_a_loop, of_bounds, of_lowering
from atfault_probe.numba.names import of_context
from atfault_probe.numba.operands import INSTRUCTIONS, MAX_OPERANDS, Operands
from atfault_probe.numba.places import Code, line_of, offset_of, own_name
from atfault_probe.numba.types import callable_name, get, is_numbas, plain_type
from atfault_probe.plain.types import module_dict, type_name

MAX_INNER = 4
MAX_DEPTH = 8
MAX_FRAMES = 400
MAX_FIELDS = 32
MAX_BACK = 40
"""Frames between the call of a compiled function and a pass of its compilation."""
_RUN_PASS = "_runPass"
_SUBSCRIPT = {"SetItemConstraint": "setitem", "StaticSetItemConstraint": "setitem",
              "DelItemConstraint": "delitem", "StaticGetItemConstraint": "getitem",
              "TypedGetItemConstraint": "getitem"}  # fmt: skip
_BUILDS = {"BuildListConstraint": "list", "BuildSetConstraint": "set", "BuildMapConstraint": "dict",
           "BuildTupleConstraint": "tuple"}  # fmt: skip
_WITH = ("BEFORE_WITH", "SETUP_WITH", "LOAD_SPECIAL")
_STORES = ("STORE_FAST", "STORE_DEREF")
_PARTS = ("getattr", "getitem", "static_getitem", "pair_first", "iternext", "getiter")
"""Operations that give a part of a value, or an iterator over its parts."""
_RETURNS = ("RETURN_VALUE",)


def frames_of(traceback):
    """[(name of the module, of the function, frame)], the outermost first."""
    found = []
    while traceback is not None and len(found) < MAX_FRAMES:
        frame = traceback.tb_frame
        module = frame.f_globals.get("__name__") if type(frame.f_globals) is dict else ""
        found.append((module if type(module) is str else "", frame.f_code.co_name, frame))
        traceback = traceback.tb_next
    return found


def of_failed_pass(error, traceback, known):
    """The record of an exception that left a pass of the compiler; None where it left none.

    known: what was noted of exceptions so far (numba.hooks.Notes).
    """
    frames = frames_of(traceback)
    starts = [at for at, entry in enumerate(frames) if entry[1] == _RUN_PASS]
    if not starts:
        return None
    return _level(error, [frames[at:end] for at, end in zip(starts, [*starts[1:], None])], known)


def _level(error, levels, known):
    frames = levels[0]
    state = frames[0][2].f_locals.get("internal_state")
    code = Code(get(state, "func_id"), get(state, "func_ir"))
    told = _blank(error, code)
    told["stage"] = _stage(frames[0][2].f_locals.get("pss"))
    told["arguments"] = _arguments(state, code, frames[0][2])
    constraint, inner = known.constraint_of(error)
    told["inner"] = list(inner)
    if len(levels) > 1 and len(levels) < MAX_DEPTH:
        told["inner"].append(_level(error, levels[1:], known))
    infer = _local(frames, "type_inference_stage", "infer")
    if constraint is None:
        constraint = _local(frames, "propagate", "constraint")
    if told["stage"] == "fixup_args":
        _miscounted(told, code, frames[0][2])
    elif constraint is not None and _is_no_type(frames):
        told["place"] = [line_of(constraint), None, None, None]
    elif constraint is not None and infer is not None:
        _Constraint(told, code, infer).tell(constraint)
    elif told["stage"] == "native_lowering" and of_lowering(told, code, frames):
        pass
    elif (kernel := refused.of_kernel(error, frames)) is not None:
        told["inner"].append(kernel)
    elif not _of_inference(told, code, infer, frames):
        _of_front_end(told, code, error, frames)
    if len(levels) == 1:
        hook = refused.of_hook(error, frames)
        if hook is not None and hook not in told["inner"]:
            told["inner"].append(hook)
    if told["place"] is None and [one for one in told["inner"] if is_of_a_loop(one)]:
        told["place"] = in_loop_of(code, levels[1])
    told["what"] = "other" if _is_declared(told, error, frames) else told["what"]
    if told["what"] == "other" and not of_bounds(told, code, state):
        phases.tell(told, code, error, frames)
    if told.get("callee") == "implementation" or type(error) is NotImplementedError:
        guilty = entry.without_code(state)
        if guilty is not None:
            told.update(what="other", callee="representation", near=[])
            told["place"] = [told["function"]["first_line"], None, None, None]
            told["operands"] = [dict(guilty, role="argument", place=None, origins=[])]
    if told["place"] is None:
        line = line_of(error)
        told["place"] = None if line is None else [line, None, None, None]
    return told


def _is_no_type(frames):
    """Whether what is declared as a type is none: a text that the head of an objmode block takes
    from a global."""
    values = frames[-1][2].f_locals
    is_added = frames[-1][1] == "add_type" and "tp" in values
    return is_added and not is_numbas(type(values["tp"]))


def _is_declared(told, error, frames):
    """Whether a statement is at fault for an option alone, which Numba reads as it comes to it."""
    is_statement = told["what"] == "construct" and not is_numbas(type(error))
    if is_statement and phases.of_frames(frames) == "decorate":
        told["place"] = None
        return True
    return False


def _miscounted(told, code, frame):
    """Of a signature with another number of arguments than the function has: that of its decorator,
    or of what it is passed for."""
    told["what"], told["callee"], told["near"] = "refused", "passed", []
    told["place"] = [told["function"]["first_line"], None, None, None]
    lines = [line for _, _, line in code.code.co_lines() if line] if code.code else []
    body = min([line for line in lines if line > code.code.co_firstlineno], default=0)
    for _ in range(MAX_BACK):
        frame = frame.f_back
        if frame is None:
            return
        if frame.f_code.co_filename == told["function"]["file"]:
            if told["function"]["first_line"] <= frame.f_lineno < body:
                told["callee"] = "decorate"
            return


def of_inference(error, known):
    """The record of an exception that left type inference where no pass ran it: that of a stencil's
    kernel. None for others."""
    frames = frames_of(error.__traceback__)
    infer = _local(frames, "type_inference_stage", "infer")
    constraint, inner = known.constraint_of(error)
    if infer is None or constraint is None or any(entry[1] == _RUN_PASS for entry in frames):
        return None
    code = Code(get(infer, "func_id"), get(infer, "func_ir"))
    told = _blank(error, code)
    told["inner"] = list(inner)
    _Constraint(told, code, infer).tell(constraint)
    return told


def _blank(error, code):
    return {
        "stage": "",
        "error": type_name(type(error)),
        "function": code.told(),
        "arguments": [],
        "what": "other",
        "place": None,
        "operands": [],
        "inner": [],
    }


def _stage(compiler_pass):
    name = get(compiler_pass, "_name")
    return name if type(name) is str else ""


def _arguments(state, code, frame):
    names = get(code.func_id, "arg_names") or ()
    types = get(state, "args") or ()
    told = [[name, plain_type(one), ""] for name, one in zip(names, types)][:MAX_OPERANDS]
    if any("pyobject" in (one[1] or {}).get("n", "") for one in told):
        for one, value in zip(told, _values_given(frame, get(code.func_id, "func"))):
            one[2] = type_name(type(value))
            if type(value) is module_dict("numpy").get("ndarray"):
                one[2] += " of " + value.dtype.str
    return told


def _values_given(frame, function):
    """The values that a function was called with, when that made Numba compile it."""
    for _ in range(MAX_BACK):
        frame = frame.f_back
        if frame is None:
            break
        if frame.f_code.co_name == "_compile_for_args":
            same = get(frame.f_locals.get("self"), "py_func") is function
            return frame.f_locals.get("args") or () if same else ()
    return ()


def _local(frames, function, name):
    """A local of the innermost frame of a function."""
    for _, called, frame in reversed(frames):
        if called == function and name in frame.f_locals:
            return frame.f_locals[name]
    return None


class _Constraint(Operands):
    """Tells of the constraint that failed."""

    def __init__(self, told, code, infer):
        Operands.__init__(self, code, infer)
        self._told = told

    def tell(self, constraint):
        told, kind = self._told, type(constraint).__name__
        if not is_numbas(type(constraint)):
            return
        told["constraint"] = kind
        target = get(constraint, "target")
        name = target if type(target) is str else get(target, "name")
        told["place"] = self._code.of_temporary(name)
        if told["place"] is None and own_name(name) and line_of(constraint) is not None:
            told["place"] = self._code.before(_STORES, line_of(constraint))
        if kind == "CallConstraint":
            base = self._without_type(get(constraint, "func"))
            if base is None:
                self._call(constraint)
            else:
                _imprecise(told, self._code, self, base)
        elif kind == "IntrinsicCallConstraint":
            function = get(constraint, "func")
            self._told["what"] = "operator"
            self._told["callee"] = function if type(function) is str else callable_name(function)
            self._operands("value", get(constraint, "args"))
            if function == "getiter":
                place = self._code.before(("GET_ITER",), line_of(constraint))
                told["place"] = place or told["place"]
        elif kind in _SUBSCRIPT:
            told["what"], told["callee"] = "operator", _SUBSCRIPT[kind]
            index = get(constraint, "index_var") or get(constraint, "index")
            object_ = target if kind not in ("StaticGetItemConstraint",) else None
            object_ = get(constraint, "value") if object_ is None else object_
            self._operands("object", [object_])
            if not self._is_of_field(object_, get(constraint, "index")):
                self._operands("index", [index])
            if told["callee"] == "setitem":
                self._operands("value", [get(constraint, "value")])
        elif kind == "GetAttrConstraint":
            told["what"], told["attribute"] = "getattr", get(constraint, "attr")
            self._operands("object", [get(constraint, "value")])
            self._near(get(constraint, "value"))
        elif kind == "SetAttrConstraint":
            told["what"], told["attribute"] = "setattr", get(constraint, "attr")
            told["callee"] = "setattr"
            self._operands("object", [target])
            self._operands("value", [get(constraint, "value")])
            self._near(target)
            self.add_field(told, get(target, "name"))
        elif kind == "ArgConstraint":
            told["what"] = "argument"
            self._operands("argument", [get(constraint, "src")])
            told["operands"][0]["name"] = own_name(get(constraint, "src"))
        elif kind == "Propagate":
            self._unify(constraint)
        elif kind in _BUILDS:
            told["what"], told["callee"] = "build", _BUILDS[kind]
            items = get(constraint, "items") or ()
            self._operands("item", [part for item in items for part in _pair(item)])
        elif kind == "ExhaustIterConstraint":
            told["what"], told["count"] = "unpack", get(constraint, "count")
            self._operands("value", [get(constraint, "iterator")])
        elif kind == "PrintConstraint":
            told["what"], told["callee"] = "call", "print"
            self._operands("argument", get(constraint, "args"))
        self._by_line(constraint)
        self._by_operand()

    def _is_of_field(self, variable, name):
        """Whether it is a record's field, by a constant text, that its type does not name."""
        told, kind = self._told, self.numba_type(get(variable, "name"))
        kind = get(kind, "dtype") if type(kind).__name__ == "Array" else kind
        fields = get(kind, "fields") if type(kind).__name__ == "Record" else None
        if type(name) is not str or fields is None or name in fields:
            return False
        told["what"] = "setattr" if told["callee"] == "setitem" else "getattr"
        told["attribute"], told["near"] = name, list(fields)[:MAX_FIELDS]
        return True

    def _operands(self, role, variables):
        for variable in list(variables or ())[:MAX_OPERANDS]:
            name = variable if type(variable) is str else get(variable, "name")
            if type(name) is str:
                self._told["operands"].append(self.operand(role, name))

    def _without_type(self, name):
        """Of a function without a type: what it is a part of, whose type is not fully known."""
        for _ in range(MAX_DEPTH):
            made = self._code.assigned(name)
            value = get(made[0], "value") if len(made) == 1 else None
            if self.numba_type(name) is not None or value is None:
                return None
            name = get(get(value, "value") if get(value, "op") in _PARTS else value, "name")
            kind = self.numba_type(name) if type(name) is str else None
            if kind is not None and is_numbas(type(kind)) and not kind.is_precise():
                return name
            if kind is None and self._is_built(name):
                return name
            if type(name) is not str:
                return None
        return None

    def _is_built(self, name):
        """Whether it is a list, set, dict or tuple of what has no type in common."""
        made = self._code.assigned(name)
        op = get(get(made[0], "value"), "op") if len(made) == 1 else None
        return type(op) is str and op.startswith("build_")

    def _call(self, constraint):
        told = self._told
        told["what"] = "call"
        function = get(constraint, "func")
        told["called"] = self.operand("function", function)
        told["callee"] = (told["called"]["type"] or {}).get("v", "")
        told["vararg"] = get(constraint, "vararg") is not None
        kind = self.numba_type(function)
        dispatcher = get(kind, "dispatcher")
        if dispatcher is not None and calls.is_dispatcher(dispatcher):
            given = [self.numba_type(get(one, "name")) for one in get(constraint, "args") or ()]
            told["dispatcher"] = calls.told_dispatcher("", dispatcher)
            told.update(calls.fits(dispatcher, given))
        self._operands("argument", get(constraint, "args"))
        for pair in list(get(constraint, "kws") or ())[:MAX_OPERANDS]:
            self._operands("argument", [pair[1]])
            told["operands"][-1]["keyword"] = pair[0]

    def _near(self, variable):
        one = self.numba_type(get(variable, "name"))
        self._told["near"] = numba_names.of_type(self._context, one) if one is not None else []

    def _unify(self, constraint):
        told = self._told
        told["what"] = "unify"
        names = [get(constraint, "dst"), get(constraint, "src")]
        if self._is_declared(names[0]):
            told["what"] = "declared"
            origin = {"kind": "expression", "name": "", "index": None}
            line = line_of(constraint)
            place = self._code.before(_RETURNS, line) if line else None
            place = place or told["place"] or [line, None, None, None]
            told["place"] = place
            told["types"] = [dict(origin, place=place, type=self.type_of(name)) for name in names]
            return
        told["variable"] = own_name(names[0]) or self._code.origins(names[0])[0]
        told["types"] = []
        seen = set()
        for name in names:
            self.sources(name, seen, told["types"])

    def _is_declared(self, name):
        """Whether it is what the function returns, of a type that a signature names."""
        variables = self._variables
        if variables is None or not dict.__contains__(variables, name):
            return False
        if get(dict.__getitem__(variables, name), "locked") is not True:
            return False
        return any(
            type(one).__name__ == "Return" and get(get(one, "value"), "name") == name
            for one in self._code.statements()
        )

    def _by_operand(self):
        """What Numba puts in has the line of the function: the last of what it is given tells more
        (a comprehension that becomes a loop)."""
        told = self._told
        first = told["function"]["first_line"]
        if told["place"] is not None and told["place"][0] == first and told["place"][2] is None:
            origins = [one for operand in told["operands"] for one in operand["origins"]]
            places = [one["place"] for one in origins if one["place"] and one["place"][0] != first]
            if places:
                told["place"] = places[-1]
                told["called"] = None

    def _by_line(self, constraint):
        """Statements have no variable of their own that tells their offset."""
        told, line = self._told, line_of(constraint)
        if told["place"] is None and line is not None:
            names = INSTRUCTIONS.get(told.get("callee"))
            if names is not None:
                offsets = [offset_of(one) for one in _variables(constraint)]
                last = max([one for one in offsets if one is not None], default=None)
                told["place"] = self._code.of_instruction(names, line, last)
            told["place"] = told["place"] or [line, None, None, None]


def _pair(item):
    return item if type(item) is tuple else (item,)


def _variables(constraint):
    for field in ("target", "index", "index_var", "value"):
        name = get(get(constraint, field), "name")
        if type(name) is str:
            yield name


# -- what fails without a constraint ---------------------------------------------------------------


def _of_inference(told, code, infer, frames):
    """What type inference found out at its end; whether it was there."""
    for _, function, frame in reversed(frames):
        values = frame.f_locals
        if function == "typeof_global":
            _global(told, code, values.get("inst"))
        elif function == "check_var":
            _imprecise(told, code, Operands(code, infer), values.get("name"))
        elif function == "_unify_return_types":
            _returns(told, code, infer)
        elif function == "get_generator_type":
            _yields(told, code, infer, values)
        elif function in ("legalize_return_type",):
            _returns(told, code, infer)
        elif function == "constrain_statement" or function == "typeof_expr":
            _construct(told, code, values.get("inst"))
        else:
            continue
        return True
    return False


def _global(told, code, statement):
    variable = get(statement, "value")
    name = get(variable, "name")
    told["what"], told["name"] = "global", name
    told["value"] = type_name(type(get(variable, "value")))
    function = get(code.func_id, "func")
    spaces = getattr(function, "__globals__", None)
    builtins = spaces.get("__builtins__") if type(spaces) is dict else None
    builtins = builtins if type(builtins) is dict else getattr(builtins, "__dict__", {})
    free = code.code.co_freevars if code.code is not None else ()
    told["known"] = name in free or (type(spaces) is dict and name in spaces) or name in builtins
    told["near"] = [] if told["known"] else numba_names.of_globals(function)
    told["place"] = code.of_statement(statement)


def _imprecise(told, code, operands, name):
    told["what"], told["variable"] = "imprecise", own_name(name)
    operand = operands.operand("value", name)
    told["operands"].append(operand)
    told["variable"] = told["variable"] or operand["name"]
    places = [one["place"] for one in operand["origins"] if one["place"]]
    told["place"] = places[0] if places else None
    made = _made(code, name)
    if made is not None and (operand["type"] is None or _is_mixed(operands, made)):
        _undetermined(told, operands, made)


def _made(code, name):
    """The one value that a variable gets, by other names too; None where it gets several."""
    for _ in range(MAX_DEPTH):
        made = [get(one, "value") for one in code.assigned(name)]
        if len(made) != 1:
            return None
        if type(made[0]).__name__ != "Var":
            return made[0]
        name = get(made[0], "name")
    return None


def _is_mixed(operands, value):
    """Whether a container is made of values that all have types, which have none in common."""
    op = get(value, "op")
    if type(op) is not str or not op.startswith("build_"):
        return False
    items = [part for item in get(value, "items") or () for part in _pair(item)]
    kinds = [operands.numba_type(get(item, "name")) for item in items]
    known = all(is_numbas(type(kind)) and kind.is_precise() for kind in kinds)
    return known and len(set(kinds)) > 1


def _undetermined(told, operands, value):
    """Of a variable without any type: what it is made of."""
    op = get(value, "op")
    if type(op) is str and op.startswith("build_"):
        told["what"], told["callee"] = "build", op[len("build_") :]
        items = [part for item in get(value, "items") or () for part in _pair(item)]
        names = [get(item, "name") for item in items[:MAX_OPERANDS]]
        told["operands"] = [operands.operand("item", item) for item in names]
    elif op == "call":  # Numba waits for the types of all arguments
        for argument in get(value, "args") or ():
            one = operands.numba_type(get(argument, "name"))
            if is_numbas(type(one)) and not one.is_precise():
                told["operands"] = [operands.operand("value", get(argument, "name"))]
                return


def _returns(told, code, infer):
    told["what"], told["types"] = "return", []
    for statement in code.statements():
        if type(statement).__name__ == "Return":
            _add_result(told, code, infer, statement, _RETURNS)


def _yields(told, code, infer, values):
    told["what"], told["types"] = "yield", []
    for statement in code.statements():
        if type(get(statement, "value")).__name__ == "Yield":
            _add_result(told, code, infer, get(statement, "value"), ("YIELD_VALUE",))


def _add_result(told, code, infer, statement, instructions):
    operands = Operands(code, infer)
    name = get(get(statement, "value"), "name")
    line = line_of(statement)
    if type(name) is not str or line is None:
        return
    one = operands.operand("value", name)
    place = None
    if instructions is _RETURNS:
        place = code.of_instruction(("RETURN_CONST",), line)  # 3.12, 3.13
    place = place or code.before(instructions, line) or [line, None, None, None]
    implicit = _is_implicit(code, one)
    told["types"].append(
        {"kind": "implicit" if implicit else "expression", "name": one["name"], "index": None,
         "place": place, "type": one["type"]}
    )  # fmt: skip
    told["place"] = told["place"] or place


def _is_implicit(code, operand):
    """Whether a return of None is that of a function whose end was reached: it has the place of
    something else."""
    kind = (operand["type"] or {}).get("n")
    constants = [one["kind"] == "constant" for one in operand["origins"]]
    place = operand["place"]
    return kind == "none" and bool(constants) and all(constants) and place is None


def _construct(told, code, statement):
    if type(get(statement, "value")).__name__ in ("Global", "FreeVar"):
        _global(told, code, statement)
        return
    told["what"] = "construct"
    value = get(statement, "value") or statement
    told["name"] = get(value, "op") or type(value).__name__
    if statement is not None and type(statement).__name__ == "Expr":
        whole = [one for one in code.statements() if get(one, "value") is statement]
        statement, value = (whole or [statement])[0], statement
        told["name"] = get(value, "op") or type(value).__name__
    told["place"] = code.of_statement(statement) if statement is not None else None


def _of_front_end(told, code, error, frames):
    """What is not supported, by the instruction or statement that the compiler was at."""
    kind = type(error).__name__
    if kind == "NotDefinedError":
        told["what"], told["name"] = "undefined", own_name(get(error, "name"))
        return
    if of_context(told, code, frames):
        return
    for module, function, frame in reversed(frames):
        values = frame.f_locals
        if function == "_legalize_exception_vars":
            told["what"], told["name"] = "opcode", "CHECK_EXC_MATCH"
            told["place"] = code.after_handler(values.get("first"))
            return
        if not module.startswith("numba.core") and not module.startswith("numba.parfors"):
            continue
        for name in ("inst", "instr", "current_inst"):
            one = values.get(name)
            offset, opname = get(one, "offset"), get(one, "opname")
            if type(offset) is int and type(opname) is str:
                told["what"], told["name"] = "opcode", opname
                told["place"] = code.at_offset(offset)
                if opname in _WITH:
                    line = (told["place"] or [None])[0]
                    told["place"] = code.before((opname,), line) or told["place"]
                return
        for name in ("inst", "stmt", "expr", "call_expr", "value"):
            one = values.get(name)
            if one is not None and is_numbas(type(one)) and is_in(one, code):
                _construct(told, code, one)
                return
    told["what"] = "other"

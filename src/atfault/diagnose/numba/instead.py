"""What Numba has in the place of an operation that it has not."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from atfault.diagnose.numba.failed import parsed_expression, replacing
from atfault.diagnose.numba.words import operator_sign, shown, type_words
from atfault.model.findings import Advice
from atfault.model.numba import NumbaFailure, NumbaOperand

LISTS = ("List", "ListType", "Set")
STRINGS = ("UnicodeType", "StringLiteral")
JOINING = ("concatenate", "stack", "hstack", "vstack", "dstack", "column_stack")
OF_A_SHAPE = ("zeros", "ones", "empty", "full", "reshape")
REDUCING = ("max", "min", "any", "all", "std", "var", "median", "prod", "ptp", "norm", "nanmax",
            "nanmin", "nanmean", "nansum", "percentile", "quantile", "argsort", "sort", "cumsum",
            "cumprod", "amax", "amin", "average", "diff", "count_nonzero")  # fmt: skip


def instead(failure: NumbaFailure) -> Iterator[Advice | str]:
    """Nothing where there is no more to say than that the types do not fit."""
    for one in _KNOWN:
        found = one(failure)
        if found is not None:
            yield found
            return


def _kinds(failure: NumbaFailure) -> list[str]:
    return [one.type.kind if one.type else "" for one in failure.operands]


def _callee(failure: NumbaFailure) -> str:
    """Its last name; of a method it stands in the source alone."""
    called = failure.called
    if called is not None and called.type is not None and called.type.kind == "BoundFunction":
        return called.expression.rpartition(".")[2]
    return failure.callee.rpartition(".")[2]


def _name(operand: NumbaOperand, otherwise: str = "a") -> str:
    return shown(operand) or otherwise


def _of_arrays(failure: NumbaFailure) -> bool:
    """Whether the first value is a list or a tuple of arrays."""
    first = failure.operands[0].type if failure.operands else None
    return bool(first and first.parts and first.parts[0].kind == "Array")


def _as_tuple(failure: NumbaFailure) -> str:
    """The failing call with its first argument, a list that stands in it, as a tuple; "" where it
    is none."""
    text = failure.expression
    call = next(
        (one for one in ast.walk(parsed_expression(text)) if isinstance(one, ast.Call)), None
    )
    first = call.args[0] if call is not None and call.args else None
    if not isinstance(first, ast.List) or "\n" in text or not text.isascii():
        return ""
    start, end = first.col_offset, (first.end_col_offset or 0)
    comma = "," if len(first.elts) == 1 else ""
    return f"{text[:start]}({text[start + 1 : end - 1]}{comma}){text[end:]}"


def _joined(failure: NumbaFailure) -> Advice | None:
    name = _callee(failure)
    if failure.what != "call" or _kinds(failure)[:1] not in ([kind] for kind in LISTS):
        return None
    shape = name in OF_A_SHAPE
    if not shape and (name not in JOINING or not _of_arrays(failure)):
        return None
    changed = _as_tuple(failure)
    if changed:
        why = "the length of a tuple is known when it is compiled, that of a list is not"
        return Advice(f"{changed}: {why}", edits=replacing(failure.location, changed))
    if shape:
        return Advice("a shape must be a tuple: its length is then known when it is compiled")
    return Advice(
        f"np.{name}() takes a tuple, as the number of arrays must be known when it is compiled: "
        "make the whole with np.empty, and copy each array into its part"
    )


def _array_of_arrays(failure: NumbaFailure) -> Advice | None:
    if failure.what != "call" or _callee(failure) != "array" or not _of_arrays(failure):
        return None
    changed = _as_tuple(failure).replace("array(", "stack(", 1)
    return Advice(
        f"{changed or 'np.stack((a, b))'}: np.array() takes numbers and lists of them, no arrays",
        edits=replacing(failure.location, changed) if changed else (),
    )


def _sum_of_arrays(failure: NumbaFailure) -> Advice | None:
    if failure.what != "call" or _callee(failure) != "sum" or not _of_arrays(failure):
        return None
    return Advice("add them up in a loop, or write a + b: sum() takes numbers alone")


def _axis(failure: NumbaFailure) -> Advice | None:
    """Reductions that Numba has for whole arrays alone. Of numpy's sum it has the axis."""
    keywords = {one.keyword for one in failure.operands if one.keyword}
    name = _callee(failure)
    of = failure.called.expression.rpartition(".")[0] if failure.called else ""
    is_method = bool(of) and of.partition(".")[0] not in ("np", "numpy")
    array = of if is_method else _name(failure.operands[0]) if failure.operands else "a"
    if name == "sum" and "keepdims" in keywords:
        return Advice(
            f"np.expand_dims({array}.sum(axis), axis): sum() has an axis, and no keepdims"
        )
    if "axis" not in keywords:
        return None
    if name == "mean":
        return Advice(
            f"{array}.sum(axis) / {array}.shape[axis]: sum() has an axis, mean() has none"
        )
    if name not in REDUCING:
        return None
    row = f"{array}[i].{name}()" if is_method else f"np.{name}({array}[i])"
    if name == "norm":
        row = f"np.linalg.norm({array}[i])"
    return Advice(
        f"{name}() has no axis: call it for each row ({row}), or for each column ({array}[:, i]),"
        " in a loop"
    )


def _counts(failure: NumbaFailure) -> Advice | None:
    keywords = {one.keyword for one in failure.operands}
    if _callee(failure) != "unique" or not keywords & {"return_counts", "return_inverse"}:
        return None
    array = _name(failure.operands[0])
    return Advice(
        f"np.unique({array}) gives the values alone: count with np.bincount for small integers, or "
        "np.searchsorted of the values in the sorted array"
    )


def _product(failure: NumbaFailure) -> Advice | None:
    """@ is BLAS's: of floats and complex numbers, both of one type."""
    operands = failure.operands
    if _callee(failure) not in ("matmul", "dot", "vdot", "imatmul") or len(operands) != 2:
        return None
    types = [one.type.parts[0] for one in operands if one.type is not None and one.type.parts]
    if len(types) != 2 or _kinds(failure) != ["Array", "Array"]:
        return None
    names = [_name(one, other) for one, other in zip(operands, "ab")]
    if any(one.kind in ("Integer", "Boolean") for one in types):
        both = ", ".join(f"{name}.astype(np.float64)" for name in names)
        return Advice(f"products of matrices are of floats alone: {both}")
    if types[0].name != types[1].name:
        wide = max(types, key=lambda one: (one.kind == "Complex", len(one.name), one.name))
        narrow = names[types[0] is wide]
        return Advice(f"both must be of one type: {narrow}.astype(np.{wide.name})")
    return None


def _mixed_tuple(failure: NumbaFailure) -> Advice | None:
    if _callee(failure) != "getitem" or _kinds(failure)[:1] not in (["Tuple"], ["NamedTuple"]):
        return None
    if _kinds(failure)[1:] not in (["Integer"], ["IntegerLiteral"]):
        return None
    name = _name(failure.operands[0], "values")
    return Advice(
        f"each index gives another type: use constant ones ({name}[0]), or loop with "
        f"`for one in numba.literal_unroll({name})`"
    )


def _kind_asked(failure: NumbaFailure) -> Advice | None:
    if operator_sign(_callee(failure)) not in ("==", "is", "!=", "is not"):
        return None
    if "ClassType" not in str(_kinds(failure)) and not any(
        one.type and one.type.name.startswith(("class(", "type(")) for one in failure.operands
    ):
        return None
    return Advice("ask isinstance(value, int): Numba decides it when it compiles")


def _text(failure: NumbaFailure) -> Advice | None:
    """Numbers from text, and text from numbers."""
    kinds, name = _kinds(failure), _callee(failure)
    if (
        failure.what == "call"
        and kinds[:1]
        and kinds[0] in STRINGS
        and name in ("int", "float", "complex")
    ):
        given = _name(failure.operands[0], "text")
        return Advice(
            f"convert it outside, and pass {name}({given}): Numba reads no {name} from text"
        )
    if operator_sign(name) == "%" and kinds[:1] and kinds[0] in STRINGS:
        return Advice('use str() and +, or an f-string without a format: f"{n}"')
    return None


def _repeated(failure: NumbaFailure) -> Advice | None:
    kinds = _kinds(failure)
    if operator_sign(_callee(failure)) != "*" or len(kinds) != 2 or "Float" not in kinds:
        return None
    other = kinds[1 - kinds.index("Float")]
    if other not in (*LISTS, *STRINGS, "UniTuple", "Tuple"):
        return None
    number = _name(failure.operands[kinds.index("Float")], "n")
    return Advice(f"what is repeated takes an integer: int({number})")


def _field(failure: NumbaFailure) -> Advice | None:
    kinds = _kinds(failure)
    if _callee(failure) not in ("getitem", "setitem") or kinds[:1] != ["Array"]:
        return None
    if kinds[1:2] and kinds[1] in STRINGS:
        return Advice("only structured arrays have fields: index it by numbers")
    return None


def _rounded(failure: NumbaFailure) -> Advice | None:
    if _callee(failure) not in ("round", "round_", "around") or _kinds(failure)[:1] != ["Array"]:
        return None
    array = _name(failure.operands[0])
    call = f"np.round({array}, 2, np.empty_like({array}))"
    return Advice(f"of an array np.round needs a place for its result: {call}")


def _to_typed(failure: NumbaFailure) -> Advice | None:
    types = [one.type for one in failure.operands]
    if _callee(failure) != "cast" or len(types) != 2 or types[0] is None or types[1] is None:
        return None
    if types[0].kind == "List" and types[1].kind == "ListType":
        return Advice("make it a typed list: numba.typed.List([…]), or List.empty_list(type)")
    if types[1].kind == "DictType" and "Dict" in types[0].kind:
        return Advice("make it a typed dict: numba.typed.Dict.empty(key_type, value_type)")
    return None


def _held(failure: NumbaFailure) -> Advice | None:
    """A list that holds something else."""
    called = failure.called.type if failure.called else None
    holder = called.parts[0] if called is not None and called.parts else None
    if holder is None or holder.kind not in LISTS or not holder.parts or not failure.operands:
        return None
    if _callee(failure) not in ("append", "insert", "add", "extend"):
        return None
    if holder.parts[0].kind == "Array":
        return Advice(
            "what it holds is of one type: arrays of the same number of dimensions, element type "
            "and layout; reshape or copy the one, or make a list of the other kind"
        )
    return Advice(f"what it holds is of one type, {type_words(holder.parts[0])}: convert the value")


def _index(failure: NumbaFailure) -> Advice | None:
    """An array that is indexed by a mask of several dimensions, or by a list."""
    callee, operands = _callee(failure), failure.operands
    if callee not in ("getitem", "setitem") or _kinds(failure)[:1] != ["Array"]:
        return None
    index = operands[1].type if len(operands) > 1 else None
    if index is None:
        return None
    array, by = _name(operands[0]), _name(operands[1], "index")
    if index.kind in LISTS:
        return Advice(f"an array may index, a list may not: {array}[np.array({by})]")
    if index.kind == "Array" and index.parts and index.parts[0].kind == "Boolean":
        if callee == "setitem":
            value = _name(operands[2], "value") if len(operands) > 2 else "value"
            return Advice(
                f"a mask has one dimension here: use np.where({by}, {value}, {array}), or a loop"
            )
        return Advice(f"a mask has one dimension here: {array}.ravel()[{by}.ravel()], or a loop")
    return None


def _of_a_dict(failure: NumbaFailure) -> Advice | None:
    """A key or a value of another type than those that a dict holds."""
    holder = failure.operands[0].type if failure.operands else None
    if _callee(failure) != "setitem" or holder is None or holder.kind != "DictType":
        return None
    if len(holder.parts) < 2:
        return None
    keys, values = map(type_words, holder.parts[:2])
    return Advice(
        f"its keys are {keys} and its values {values}, all of them: convert what is stored, or "
        "keep values of another type in a dict of their own"
    )


_KNOWN: tuple[Callable[[NumbaFailure], Advice | None], ...] = (
    _joined, _array_of_arrays, _sum_of_arrays, _axis, _counts, _product, _mixed_tuple, _kind_asked,
    _text, _repeated, _field, _rounded, _to_typed, _held,
    _index, _of_a_dict,
)  # fmt: skip

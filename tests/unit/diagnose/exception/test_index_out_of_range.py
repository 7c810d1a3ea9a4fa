"""index-out-of-range: which array it was, and where the index came from."""

from __future__ import annotations

import pytest

from atfault.diagnose.rules.exception.index_out_of_range import index_out_of_range
from atfault.model.absent import Absent
from atfault.model.buffers import ArrayFacts
from atfault.model.case import Case
from atfault.model.exception import RaisedException, RaisedFrame, UncaughtException
from atfault.model.findings import Finding
from atfault.model.process import ProcessInfo
from atfault.model.stacks import Location
from atfault.model.state import ProcessState
from atfault.model.values import Value, Variable
from support.diagnosed import claims
from support.nonces import checked

MESSAGE = "index 7 is out of bounds for axis 0 with size 4"
OWN, LIBRARY = "/home/me/job.py", "/venv/lib/python3.11/site-packages/torch/nn/functional.py"


def array(*shape: int, dtype: str = "float64", **known: object) -> Value:
    facts = ArrayFacts(shape, dtype, 8)._replace(**known)  # type: ignore[arg-type]
    return Value("numpy.ndarray", "…", array=facts)


def ids(*numbers: int, shape: tuple[int, ...] = ()) -> Value:
    low, high = min(numbers), max(numbers)
    places = {"low_at": numbers.index(low), "high_at": numbers.index(high)}
    return array(*(shape or (len(numbers),)), dtype="int64", low=low, high=high, **places)


def number(value: int) -> Value:
    return Value("int", str(value), number=value)


def frame(code: str, *, exact: bool = True, file: str = OWN, function="pick", **variables: Value):
    known = tuple(Variable(name, value) for name, value in variables.items())
    expression = code if exact else ""
    place = Location(file, 4)
    return RaisedFrame(function, place, locals=known, code=code, expression=expression)


def case(*frames: RaisedFrame, message: str | Absent = MESSAGE, kind="IndexError"):
    error = RaisedException(kind, message, frames, (kind, "Exception"))
    exception = UncaughtException("main", (error,), thread="MainThread")
    return Case(ProcessState(ProcessInfo(1)), exception=exception)


def found(*frames: RaisedFrame, **about) -> Finding | None:
    findings = list(index_out_of_range(case(*frames, **about)))
    assert len(findings) <= 1
    return findings[0] if findings else None


def evidence(finding: Finding) -> str:
    return "\n".join(one.text for one in finding.evidence)


def test_the_array_the_index_and_the_legal_range_are_named():
    one = found(frame("grid[i, 2]", grid=array(4, 5), i=number(7)))
    assert one is not None
    assert (one.confidence, one.summary) == ("certain", "grid has 4 rows; row 7 was used")
    assert "grid is float64[4, 5]; legal are -4 to 3" in evidence(one)
    assert "the index is i = 7" in evidence(one)
    assert (one.blame[0].file, one.blame[0].line) == (OWN, 4)


def test_without_columns_the_only_array_that_fits_is_taken():
    code = "total = rows[i] + grid[i + 1, 2]"
    values = {"grid": array(4, 5), "rows": array(9), "i": number(6)}
    one = found(frame(code, exact=False, **values))
    assert one is not None and one.confidence == "certain"
    assert claims(one) == ("index-out-of-range", "certain", ["job.py:4:pick"], {"read": 2})


def test_what_the_compiler_of_torch_checks_has_a_bound_alone():
    message = "kernel, /tmp/torchinductor_me/ab/cd.main.cpp:21, index out of bounds: 0 <= tmp2 < 5L"
    one = found(frame("look_up(weight, ids)"), message=message, kind="RuntimeError")
    assert one is not None and one.confidence == "likely"
    assert claims(one) == ("index-out-of-range", "likely", ["job.py:4:pick"], {"read": 1})


def test_a_kernel_of_numba_that_checks_itself_names_its_own_line():
    message = (
        "In function 'fill', file /home/me/k.py, line 6, tid=[0, 0, 4] ctaid=[0, 0, 1]: "
        "index is out of bounds"
    )
    one = found(frame("fill[2, 32](rows)"), message=message)
    assert one is not None and one.confidence == "certain"
    places = [(blame.file, blame.line, blame.function) for blame in one.blame]
    assert places == [("/home/me/k.py", 6, "fill"), (OWN, 4, "pick")]
    assert "thread [0, 0, 4] of block [0, 0, 1]" in evidence(one)


def test_without_columns_two_arrays_that_fit_are_no_answer():
    code = "total = a[i] + b[i]"
    assert found(frame(code, exact=False, a=array(4), b=array(4), i=number(7))) is None


def test_without_columns_and_index_it_is_likely():
    one = found(frame("x = a[pick()]", exact=False, a=array(4)))
    assert one is not None and one.confidence == "likely"


def test_an_array_of_indices_is_searched_for_the_one_that_is_wrong():
    one = found(frame("a[rows]", a=array(4), rows=ids(0, 7, 1, 2, shape=(2, 2))))
    assert one is not None
    assert "rows is int64[2, 2], from 0 to 7; rows[0, 1] is 7" in evidence(one)


def test_what_is_indexed_may_be_an_attribute_an_item_or_a_row():
    held = Value("Grid", "Grid()", children=((".cells", array(4)),))
    one = found(frame("self.cells[i]", self=held, i=number(7)))
    assert one is not None and one.summary.startswith("self.cells has 4 elements")
    parts = Value("list", "[…]", children=(("[0]", array(9)), ("[1]", array(4))))
    one = found(frame("parts[k][7]", parts=parts, k=number(1)))
    assert one is not None and one.summary.startswith("parts[k] has 4")
    one = found(frame("grid[2][7]", grid=array(3, 4)))
    assert one is not None and one.summary.startswith("grid[2] has 4 elements")


@pytest.mark.parametrize(
    ("code", "axis", "source"),
    [
        ("a[:, i]", 1, "i"),
        ("a[..., i]", 2, "i"),
        ("a[None, 0, i]", 1, "i"),
        ("a[0, ..., i]", 2, "i"),
        ("a[0, -i]", 1, "-i"),
    ],
)
def test_the_part_of_the_index_is_that_of_the_axis(code, axis, source):
    shape = [9, 9, 9]
    shape[axis] = 4
    wanted = -7 if source == "-i" else 7
    message = f"index {wanted} is out of bounds for axis {axis} with size 4"
    one = found(frame(code, a=array(*shape), i=number(7)), message=message)
    assert one is not None and one.confidence == "certain"
    assert f"the index is {source} = {wanted}" in evidence(one)


EMBEDDING = frame(
    "torch.embedding(weight, input, padding_idx, scale, sparse)",
    file=LIBRARY,
    function="embedding",
    weight=array(10, 3, dtype="float32"),
    input=ids(1, 10),
)


def test_of_an_embedding_the_programs_own_names_are_told():
    weight, words = EMBEDDING.locals[0].value, EMBEDDING.locals[1].value
    module = Value("torch.nn.Embedding", "…", children=((".weight", weight),))
    own = frame("table(words)", table=module, words=words)
    one = found(EMBEDDING, own, message="index out of range in self")
    assert one is not None and one.confidence == "certain"
    assert claims(one) == ("index-out-of-range", "certain", ["job.py:4:pick"], {"read": 3})
    assert "words is int64[2], from 1 to 10; words[1] is 10" in evidence(one)
    assert "legal are 0 to 9" in evidence(one)
    assert [blame.file for blame in one.blame] == [OWN]


def test_what_the_program_has_no_name_for_is_named_after_the_librarys_function():
    one = found(EMBEDDING, frame("model(batch)"), message="index out of range in self")
    assert one is not None
    assert claims(one) == ("index-out-of-range", "certain", ["job.py:4:pick"], {"read": 3})


def test_torch_says_some_of_it_as_a_runtime_error():
    message = "index 7 is out of bounds for dimension 1 with size 5"
    call = frame("torch.gather(t, 1, picks)", t=array(4, 5), picks=ids(0, 7))
    one = found(call, message=message, kind="RuntimeError")
    assert one is not None and "t has 5 elements along axis 1; index 7 was used" in one.summary
    assert "legal are 0 to 4" in evidence(one)


@pytest.mark.parametrize(
    "view", ["picks.unsqueeze(1)", "picks[:, None]", "picks.long()[..., None]"]
)
def test_an_index_that_is_a_view_is_searched_in_what_it_is_a_view_of(view):
    message = "index 7 is out of bounds for dimension 1 with size 5"
    call = frame(f"torch.gather(t, 1, {view})", t=array(4, 5), picks=ids(0, 7))
    one = found(call, message=message, kind="RuntimeError")
    assert one is not None and "picks[1] is 7" in evidence(one)


def test_a_part_of_an_array_is_no_view_of_all_its_values():
    message = "index 7 is out of bounds for dimension 1 with size 5"
    call = frame("torch.gather(t, 1, picks[:1])", t=array(4, 5), picks=ids(0, 7))
    one = found(call, message=message, kind="RuntimeError")
    assert one is None or "picks" not in evidence(one)


def test_an_empty_array_has_no_legal_index():
    message = "index 0 is out of bounds for axis 0 with size 0"
    one = found(frame("a[0]", a=array(0)), message=message)
    assert one is not None and "it is empty: no index is legal" in evidence(one)


# Near misses


def test_an_array_of_another_size_is_not_blamed():
    assert found(frame("grid[i]", grid=array(5), i=number(7))) is None


def test_another_index_than_the_message_names_is_not_blamed():
    assert found(frame("grid[i]", grid=array(4), i=number(2))) is None


def test_an_error_that_the_program_raises_itself_is_its_own():
    assert found(frame(f"raise IndexError({MESSAGE!r})", grid=array(4))) is None


@pytest.mark.parametrize("kind", ["ValueError", "KeyError"])
def test_other_exceptions_are_left_alone(kind):
    assert found(frame("grid[i]", grid=array(4), i=number(7)), kind=kind) is None


def test_a_lists_index_is_left_alone():
    assert found(frame("grid[i]", grid=array(4)), message="list index out of range") is None


# Missing evidence


def test_without_values_nothing_is_said():
    bare = frame("grid[i]")._replace(locals=Absent("not handed over"))
    assert found(bare) is None
    assert found(frame("", grid=array(4))) is None
    assert found(frame("grid[i", grid=array(4))) is None
    assert found() is None
    assert found(frame("grid[i]", grid=array(4)), message=Absent("unknown")) is None


def test_a_crash_is_not_asked():
    crash = case()._replace(exception=Absent("a signal ended it"))
    diagnosis = checked(crash, (index_out_of_range,))
    assert diagnosis.findings[0].cause == "unknown" and diagnosis.not_checked == ()


def test_an_exception_is_asked_of_no_rule_for_crashes_and_hangs():
    one = case(frame("grid[i]", grid=array(4), i=number(7)))
    diagnosis = checked(one)
    assert [finding.cause for finding in diagnosis.findings] == ["index-out-of-range"]
    assert diagnosis.not_checked == ()

"""What the guard refused, and what torch's own checks on the CPU did, in the program's names."""

from __future__ import annotations

import pytest

from atfault.model.buffers import ArrayFacts
from atfault.model.case import Case
from atfault.model.exception import (
    RaisedException,
    RaisedFrame,
    RefusedArgument,
    UncaughtException,
)
from atfault.model.process import ProcessInfo
from atfault.model.stacks import Location
from atfault.model.state import ProcessState
from atfault.model.values import Value, Variable
from support.diagnosed import claims
from support.nonces import checked

OWN = "/home/me/train.py"
TORCH = "/venv/lib/python3.11/site-packages/torch/nn/functional.py"
OTHER = "/venv/lib/python3.11/site-packages/transformers/model.py"


def array(*shape: int, dtype: str = "float32", **known) -> Value:
    return Value("torch.Tensor", "…", array=ArrayFacts(shape, dtype, 4)._replace(**known))


def ids(*numbers: int, first: bool = True) -> Value:
    low, high = min(numbers), max(numbers)
    places = {"low_at": numbers.index(low), "high_at": numbers.index(high)}
    kept = numbers if first else ()
    return array(len(numbers), dtype="int64", low=low, high=high, first=kept, **places)


LABEL = RefusedArgument(
    function="nll_loss",
    argument="target",
    array=ArrayFacts((4,), "int64", 0),
    bad=(((3,), 3),),
    bad_count=1,
    low=0,
    high=2,
    exempt=-100,
    whose="input",
    extents=(4, 3),
    dim=1,
)


def frame(code: str, file: str = OWN, **variables: Value) -> RaisedFrame:
    known = tuple(Variable(name, value) for name, value in variables.items())
    return RaisedFrame("train", Location(file, 6), locals=known, code=code, expression=code)


def first(*frames: RaisedFrame, refused=None, message="…", kind="IndexError"):
    bases = (kind, "RuntimeError", "Exception")
    error = RaisedException(kind, message, frames, bases, refused=refused)
    exception = UncaughtException("main", (error,), thread="MainThread")
    return checked(Case(ProcessState(ProcessInfo(1)), exception=exception)).findings[0]


def told(finding) -> str:
    return "\n".join(one.text for one in finding.evidence)


def test_the_argument_is_named_as_the_program_does():
    own = frame("F.cross_entropy(scores, labels)", scores=array(4, 3), labels=ids(0, 1, 2, 3))
    found = first(frame("g(input, target)", TORCH), own, refused=LABEL)
    assert claims(found) == ("index-out-of-range", "certain", ["train.py:6:train"], {"read": 4})
    assert "scores is [4, 3]: 3 along dimension 1" in told(found)
    assert "-100 is legal, too" in told(found) and "they count from 0" in told(found)
    assert [(one.file, one.line) for one in found.blame] == [(OWN, 6)]


def test_a_variable_that_holds_other_values_there_is_not_it():
    own = frame("F.cross_entropy(scores, labels)", scores=array(4, 3), labels=ids(3, 1, 2, 0))
    assert claims(first(own, refused=LABEL)) == (
        "index-out-of-range",
        "certain",
        ["train.py:6:train"],
        {"read": 4},
    )


def test_what_is_not_passed_as_it_is_lends_no_name():
    own = frame("F.cross_entropy(scores, labels + one)", scores=array(4, 3), labels=ids(0, 1, 2, 2))
    assert claims(first(own, refused=LABEL)) == (
        "index-out-of-range",
        "certain",
        ["train.py:6:train"],
        {"read": 4},
    )


def test_of_values_that_are_not_known_the_only_argument_that_fits_is_it():
    own = frame(
        "F.cross_entropy(scores, labels)", scores=array(4, 3), labels=array(4, dtype="int64")
    )
    assert claims(first(own, refused=LABEL)) == (
        "index-out-of-range",
        "certain",
        ["train.py:6:train"],
        {"read": 4},
    )
    two = frame("loss(a, b)", a=array(4, dtype="int64"), b=array(4, dtype="int64"))
    assert claims(first(two, refused=LABEL)) == (
        "index-out-of-range",
        "certain",
        ["train.py:6:train"],
        {"read": 4},
    )
    more = frame("loss(a, b * 2)", a=array(4, dtype="int64"))
    assert claims(first(more, refused=LABEL)) == (
        "index-out-of-range",
        "certain",
        ["train.py:6:train"],
        {"read": 4},
    )


def test_what_another_library_makes_of_an_argument_is_not_known():
    own = frame("model(labels)", labels=array(4, dtype="int64"))
    between = frame("loss(logits, shifted)", OTHER)
    assert claims(first(between, own, refused=LABEL)) == (
        "index-out-of-range",
        "certain",
        ["train.py:6:train"],
        {"read": 4},
    )


def test_a_backward_pass_blames_the_line_of_the_forward_first():
    refused = LABEL._replace(forward=Location("/home/me/model.py", 3), forward_function="forward")
    found = first(frame("loss.backward()"), refused=refused)
    assert [(one.file, one.line) for one in found.blame] == [("/home/me/model.py", 3), (OWN, 6)]


@pytest.mark.parametrize(
    ("change", "summary"),
    [
        ({"low": 0.0, "high": 1.0, "bad": (((3,), "nan"),)}, "x[3] is nan; legal are 0 to 1"),
        ({"low": 0.0, "high": None, "bad": (((3,), -1.5),)}, "x[3] is -1.5; legal is 0 or more"),
        ({"problem": "sum", "bad": (((3,), 0.0),)}, "x[3] sums to 0: nothing can be drawn from it"),
        ({"problem": "count", "needed": 9, "there": 4}, "x asks for 9 elements, and y has 4"),
        ({"problem": "nonzero"}, "x is 0, and must not be"),
        ({"bad": ()}, "x holds values that are out of range; legal are 0 to 2"),
    ],
)
def test_values_that_are_no_indices(change, summary):
    refused = LABEL._replace(exempt=None, **change)
    refused = refused._replace(array=ArrayFacts((4,), "float32", 0))
    found = first(frame("f(y, x)", x=array(4), y=array(4, 3)), refused=refused, kind="ValueError")
    assert (found.cause, found.summary) == ("value-out-of-range", summary)


@pytest.mark.parametrize("message", ["Target 3 is out of bounds.", "target out of range"])
def test_torchs_own_check_of_labels(message):
    inner = frame("f(input, target, weight)", TORCH, input=array(4, 3), target=ids(0, 1, 2, 3))
    own = frame("F.cross_entropy(model(x), labels)", labels=ids(0, 1, 2, 3))
    found = first(inner, own, message=message)
    assert claims(found) == ("index-out-of-range", "certain", ["train.py:6:train"], {"read": 3})


def test_torchs_own_check_of_labels_that_all_fit_is_about_something_else():
    own = frame("F.cross_entropy(scores, labels)", scores=array(4, 3), labels=ids(0, 1, 2, 2))
    assert first(own, message="Target 3 is out of bounds.").cause == "unknown"


def test_torchs_own_check_of_classes():
    own = frame("F.one_hot(labels, 3)", labels=ids(0, 1, 2, 3))
    found = first(
        own, message="Class values must be smaller than num_classes.", kind="RuntimeError"
    )
    assert claims(found) == ("index-out-of-range", "certain", ["train.py:6:train"], {"read": 2})


@pytest.mark.parametrize(
    ("message", "told_of"),
    [
        ("all elements of input should be between 0 and 1", "input of binary_cross_entropy()"),
        ("probability tensor contains either `inf`, `nan` or element < 0", "multinomial()"),
        ("invalid multinomial distribution (sum of probabilities <= 0)", "sums to 0"),
        ("invalid Poisson rate, expected rate to be non-negative", "poisson()"),
        ("Expected p_in >= 0 && p_in <= 1 to be true, but got false.", "bernoulli()"),
        ("repeats can not be negative", "repeat_interleave()"),
        ("Number of elements of source < number of ones in mask", "masked_scatter()"),
    ],
)
def test_torchs_own_check_of_values_is_likely_and_the_guard_advised(message, told_of):
    found = first(frame("f(x)"), message=message, kind="RuntimeError")
    assert (found.cause, found.confidence) == ("value-out-of-range", "likely")
    assert told_of in found.summary
    assert claims(found) == ("value-out-of-range", "likely", ["train.py:6:train"], {"read": 1})


def floats(*numbers: float) -> Value:
    low, high = min(numbers), max(numbers)
    known = {"least": low, "most": high}
    places = {"least_at": numbers.index(low), "most_at": numbers.index(high)}
    return array(len(numbers), **known, **places)


BCE = "all elements of input should be between 0 and 1"
INNER = "torch._C._nn.binary_cross_entropy(input, target, weight)"


def test_torchs_own_check_of_values_names_the_value_where_the_tensor_is_known():
    inner = frame(INNER, TORCH, input=floats(0.5, 1.5), target=floats(0.0, 2.0))
    own = frame("F.binary_cross_entropy(p, q)", p=floats(0.5, 1.5), q=floats(0.0, 2.0))
    found = first(inner, own, message=BCE, kind="RuntimeError")
    assert (found.confidence, found.summary) == ("certain", "p[1] is 1.5; legal are 0 to 1")


def test_a_tensor_of_the_same_shape_that_cannot_hold_the_value_is_not_it():
    inner = frame(INNER, TORCH, input=floats(0.5, 1.5), target=floats(0.0, 1.0))
    own = frame("F.binary_cross_entropy(p * 3, q)", p=floats(0.1, 0.5), q=floats(0.0, 1.0))
    found = first(inner, own, message=BCE, kind="RuntimeError")
    assert claims(found) == ("value-out-of-range", "certain", ["train.py:6:train"], {"read": 1})


def test_what_is_no_number_is_named_as_such():
    nan = array(2, least=float("nan"), most=float("nan"), least_at=1, most_at=1)
    message = "probability tensor contains either `inf`, `nan` or element < 0"
    found = first(frame("torch.multinomial(w, 1)", w=nan), message=message, kind="RuntimeError")
    assert claims(found) == ("value-out-of-range", "certain", ["train.py:6:train"], {"read": 1})


def test_two_tensors_that_may_be_it_are_no_answer():
    message = "invalid Poisson rate, expected rate to be non-negative"
    own = frame("f(a, b)", a=floats(-1.0, 2.0), b=floats(-3.0, 2.0))
    assert first(own, message=message, kind="RuntimeError").confidence == "likely"

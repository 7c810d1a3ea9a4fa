"""value-out-of-range: torch refused numbers that are no index: probabilities, rates, counts."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.exception.raised import own_lines_of
from atfault.diagnose.exception.refused import finding_of
from atfault.diagnose.exception.torch_checks import refused_values
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import RaisedException
from atfault.model.findings import Advice, Finding

GUARD = Advice("let the guard name the values and where they are", "atfault run --guard")


class _Text(NamedTuple):
    text: re.Pattern[str]
    """In torch's own words."""
    summary: str
    """{0}: the text's group."""
    legal: str


TEXTS = (
    _Text(
        re.compile(r"all elements of (input|target) should be between 0 and 1"),
        "{0} of binary_cross_entropy() holds values that are no probabilities",
        "legal are 0 to 1, and no NaN",
    ),
    _Text(
        re.compile(r"probability tensor contains either `inf`, `nan` or element < 0"),
        "input of multinomial() holds values that are no weights",
        "legal are finite numbers from 0 on",
    ),
    _Text(
        re.compile(r"invalid multinomial distribution \(sum of probabilities <= 0\)"),
        "a row of the input of multinomial() sums to 0: nothing can be drawn from it",
        "each row needs one number above 0",
    ),
    _Text(
        re.compile(r"invalid Poisson rate, expected rate to be non-negative"),
        "input of poisson() holds values that are no rates",
        "legal is 0 or more, and no NaN",
    ),
    _Text(
        re.compile(r"Expected p_in >= 0 && p_in <= 1 to be true"),
        "p of bernoulli() holds values that are no probabilities",
        "legal are 0 to 1, and no NaN",
    ),
    _Text(
        re.compile(r"repeats can not be negative"),
        "repeats of repeat_interleave() holds negative numbers",
        "legal is 0 or more",
    ),
    _Text(
        re.compile(r"Number of elements of source < number of ones in mask"),
        "mask of masked_scatter() asks for more elements than the source has",
        "the source needs one element for each true one of the mask",
    ),
)


@rule("value-out-of-range", family="exception", plain_title=True)
def value_out_of_range(case: Case) -> Iterator[Finding]:
    """A function of torch was given numbers that it cannot work with: probabilities above 1 or that
    are NaN, negative rates or counts, weights that sum to 0.

    What torch says names neither the values nor their place. They are looked for in the tensors
    that the failing call was given; under the guard (`atfault run --guard`) they are always named,
    on a GPU, too, where torch's own check comes at a later line and costs the whole run.

    What to do: follow the tensor to where it was made. NaN often comes from a division by 0 or a
    logarithm further up: `torch.autograd.set_detect_anomaly(True)` finds those of a backward pass.
    """
    for error in case.raised:
        told = None if error.is_a("IndexError") else error.refused
        told = told or refused_values(error, case.process.python)
        if told is not None:
            yield finding_of(error, told, case)
            return
        finding = _of_text(error, case)
        if finding is not None:
            yield finding
            return


def _of_text(error: RaisedException, case: Case) -> Finding | None:
    """What torch's own check on the CPU says."""
    if isinstance(error.message, Absent) or not error.is_a("RuntimeError"):
        return None
    for one in TEXTS:
        found = one.text.search(error.message)
        if found is not None:
            return Finding.of(
                summary=one.summary.format(*found.groups()),
                confidence="likely",  # others may use these words
                blame=own_lines_of(error, case),
                evidence=(one.legal,),
                advice=(GUARD,),
            )
    return None

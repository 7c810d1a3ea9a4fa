"""value-out-of-range: torch refused numbers that are no index: probabilities, rates, counts."""

from collections.abc import Iterator

from atfault.diagnose.exception.raised import own_lines_of
from atfault.diagnose.exception.refused import finding_of
from atfault.diagnose.exception.torch_checks import CHECKS, refused_values
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import RaisedException
from atfault.model.findings import Advice, Finding

GUARD = Advice("let the guard name the values and where they are", "atfault run --guard")


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
    for one in CHECKS:
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

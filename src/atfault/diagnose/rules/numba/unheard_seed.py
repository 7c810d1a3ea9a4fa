"""numba-result-differs: a seed that compiled code does not hear of."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import at
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Blame, Finding


@rule(
    "unheard-seed",
    family="exception",
    causes=("numba-result-differs",),
    plain_title=True,
    yields_to=("checked-bounds", "numba-result-differs", "numba-stale-cache", "parallel-race",
               "frozen-global"),
)  # fmt: skip
def unheard_seed(case: Case) -> Iterator[Finding]:
    """A seed was set for numpy's or random's generator, and compiled code then drew numbers.

    Compiled code has generators of its own. `np.random.seed` and `random.seed` outside of it do not
    reach them: each run draws other numbers. Under `atfault numba --compare` the generators are
    looked at as a compiled function is called: one that was just seeded, and a call that draws,
    while no compiled function there sets a seed, belong together.

    What to do: set the seed in a compiled function, or pass a generator (np.random.default_rng) as
    an argument.
    """
    if isinstance(case.numba, Absent) or case.numba.comparisons is None:
        return
    for one in case.numba.comparisons.functions:
        seed, function = one.seeded, one.function
        if seed is None:
            continue
        known = [] if seed.location is None else [at(seed.location, seed.function, "")]
        where = f" set in {seed.function}" if known else ""
        yield Finding.of(
            summary=f"the seed of {seed.module}{where} does not reach {function.name}: compiled "
            "code has random numbers of its own",
            confidence="likely",
            title="A seed that compiled code does not hear of",
            blame=(
                *known,
                at(seed.call, seed.caller, ""),
                Blame(function.file, function.first_line, function.name, ""),
            ),
            evidence=(
                f"{function.name} drew numbers of compiled code's own {seed.module}, and none of "
                "those that were seeded",
            ),
            advice=(
                "set the seed in a compiled function: @njit def seed(n): np.random.seed(n)",
                "or pass a generator as an argument: rng = np.random.default_rng(seed)",
            ),
        )
        return

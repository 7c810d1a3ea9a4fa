"""Every function of the guard's table: what is legal passes, what is not is named, and torch's own
kernels on the CPU agree."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.newest

import atfault_probe  # noqa: E402
from atfault_probe import GuardError, IndexGuardError  # noqa: E402
from atfault_probe.torch_guard.table import TABLE  # noqa: E402
from support import guard_calls  # noqa: E402
from support.guard_calls import BUILDERS, SILENT_ON_CPU, UNBOUNDED_ABOVE, Values  # noqa: E402
from support.parts import times  # noqa: E402

CASES = times("ATFAULT_GUARD_CASES", few=100, many=500)
OVERLOADS = [name for op in TABLE for name in op.overloads.split()]
BUILT = [(name, builder) for name in OVERLOADS for builder in BUILDERS.get(name, ())]
NAMES = [f"{name}-{builder.__name__}" for name, builder in BUILT]


@pytest.fixture(autouse=True)
def guard():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    atfault_probe.guard()
    yield atfault_probe._guards[0]
    atfault_probe.unguard()
    torch.set_num_threads(threads)


def test_every_function_of_the_table_has_a_test():
    assert set(OVERLOADS) - {"_assert_async", "_assert_async.msg"} == set(BUILDERS)


@pytest.mark.parametrize(("name", "builder"), BUILT, ids=NAMES)
def test_values_at_the_boundary_pass(name, builder):
    for seed in range(20):
        guard_calls.call(name, builder(Values(seed, "boundary")))


@pytest.mark.parametrize(("name", "builder"), BUILT, ids=NAMES)
@pytest.mark.parametrize("mode", ["too high", "too low"])
def test_the_first_illegal_value_is_named_with_its_place(name, builder, mode):
    if mode == "too high" and name in UNBOUNDED_ABOVE:
        return
    for seed in range(20):
        values = Values(seed, mode)
        one = builder(values)
        with pytest.raises(GuardError) as raised:
            guard_calls.call(name, one)
        facts = raised.value.facts
        if name == "masked_scatter_":
            assert facts["needed"] > facts["there"]
            continue
        bad = [(place, value) for place, value in facts["bad"]]
        if builder in guard_calls.AT_PLACE_1:
            assert bad == [([1], values.tensor.item())]
            continue
        assert bad == values.illegal() and facts["bad_count"] == len(bad)
        assert facts["shape"] == list(values.tensor.shape)
        place, value = bad[0]
        where = f"[{', '.join(map(str, place))}]" if place else ""
        assert f"{where} is {value:g}" in str(raised.value)
        assert isinstance(raised.value, (IndexError, ValueError))


@pytest.mark.chance
@pytest.mark.parametrize(("name", "builder"), BUILT, ids=NAMES)
def test_torch_on_the_cpu_agrees(name, builder, guard):
    for seed in range(CASES):
        values = Values(seed)
        one = builder(values)
        ours = theirs = None
        try:
            guard_calls.call(name, one)
        except Exception as error:
            ours = error
        if name in SILENT_ON_CPU:
            assert isinstance(ours, GuardError) == bool(values.illegal()), one
            continue
        guard._local.inside = True  # nobody looks
        try:
            guard_calls.call(name, one)
        except Exception as error:
            theirs = error
        finally:
            guard._local.inside = False
        if theirs is not None and one.args[0].numel() == 0 and not isinstance(ours, GuardError):
            continue  # torch looks, or does not, where nothing is read: that is left to it
        assert isinstance(ours, GuardError) == (theirs is not None), (seed, one, ours, theirs)
        if theirs is not None:
            assert isinstance(ours, type(theirs)), (ours, theirs)


def test_what_the_cpu_does_not_look_at_is_marked_so():
    marked = {name for op in TABLE if not op.looks_on_cpu for name in op.overloads.split()}
    assert marked == SILENT_ON_CPU


def test_a_condition_that_does_not_hold():
    torch._assert_async(torch.tensor(1))
    torch._assert_async(torch.tensor(True), "fine")
    with pytest.raises(GuardError, match=r"_assert_async\(\): input is 0"):
        torch._assert_async(torch.tensor(0))
    with pytest.raises(GuardError):
        torch._assert_async(torch.tensor(False), "not fine")


def test_what_is_not_a_number_is_no_probability():
    nan = torch.tensor([0.5, float("nan")])
    with pytest.raises(GuardError, match=r"input\[1\] is nan; legal are 0 to 1"):
        torch.nn.functional.binary_cross_entropy(nan, torch.ones(2))
    with pytest.raises(GuardError, match=r"p\[1\] is nan"):
        torch.bernoulli(nan)
    with pytest.raises(GuardError, match=r"input\[1\] is nan"):
        torch.multinomial(nan, 1)


def test_a_row_of_zeros_cannot_be_drawn_from():
    with pytest.raises(ValueError, match=r"input\[1\] sums to 0"):
        torch.multinomial(torch.tensor([[0.0, 1.0], [0.0, 0.0]]), 1)


def test_offsets_that_fall_are_named():
    with pytest.raises(IndexGuardError, match=r"offsets\[2\] is 1, less than the one before it"):
        torch.nn.functional.embedding_bag(
            torch.zeros(4, dtype=torch.int64), torch.rand(3, 2), torch.tensor([0, 2, 1])
        )


def test_of_many_illegal_values_the_first_are_listed_and_the_rest_counted():
    with pytest.raises(IndexGuardError) as raised:
        torch.zeros(3)[torch.arange(3, 103)]
    assert "indices[0] is 3; indices[1] is 4" in str(raised.value)
    assert "and 95 more; legal are -3 to 2" in str(raised.value)
    assert raised.value.facts["bad_count"] == 100


def test_what_was_masked_out_of_the_targets_of_ctc_is_not_looked_at():
    scores = torch.rand(6, 1, 3).log_softmax(-1)
    targets = torch.tensor([[1, 2, 99]])
    torch.nn.functional.ctc_loss(scores, targets, [6], [2])
    with pytest.raises(IndexError, match=r"targets\[2\] is 99|targets\[0, 2\] is 99"):
        torch.nn.functional.ctc_loss(scores, targets, [6], [3])

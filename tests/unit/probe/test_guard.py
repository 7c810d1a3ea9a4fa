"""The guard is set, sees every way into a kernel, and is gone again without a trace."""

from __future__ import annotations

import inspect
import pickle
import sys
import threading
import traceback

import pytest

np = pytest.importorskip("numpy")
torch = pytest.importorskip("torch")
pytestmark = pytest.mark.newest

from torch.nn import functional  # noqa: E402
from torch.utils.checkpoint import checkpoint  # noqa: E402

import atfault_probe  # noqa: E402
from atfault_probe import GuardError, IndexGuardError  # noqa: E402
from atfault_probe.torch_guard.table import TABLE, Index  # noqa: E402
from atfault_probe.torch_guard.torch import Guard  # noqa: E402
from support.guard_models import MODELS  # noqa: E402


@pytest.fixture
def guard():
    atfault_probe.guard()
    yield atfault_probe._guards[0]
    atfault_probe.unguard()


def refused(function, *args) -> GuardError:
    with pytest.raises(GuardError) as raised:
        function(*args)
    return raised.value


def own_lines(error: BaseException) -> list[str]:
    """The source of the lines of this file in its traceback, the innermost last."""
    frames = traceback.extract_tb(error.__traceback__)
    return [frame.line for frame in frames if frame.filename == __file__]


def here(marker: str, function) -> int:
    """The number of the line of a function that ends in that comment."""
    lines, first = inspect.getsourcelines(function)
    return first + next(at for at, line in enumerate(lines) if line.rstrip().endswith(marker))


def three_classes():
    activations, labels = torch.rand(4, 3), torch.tensor([0, 1, 2, 3])
    return functional.cross_entropy(activations, labels)


def test_a_label_that_is_no_class_is_named_at_the_line_that_passed_it(guard):
    error = refused(three_classes)
    assert str(error) == (
        "nll_loss(): target[3] is 3; legal are 0 to 2, and -100 (ignored) "
        "(target is int64[4], input [4, 3])"
    )
    assert own_lines(error)[-1] == "return functional.cross_entropy(activations, labels)"
    assert error.facts["bad"] == [[[3], 3]] and (error.facts["low"], error.facts["high"]) == (0, 2)


def test_an_id_of_minus_one_is_named(guard):
    error = refused(torch.nn.Embedding(3, 4), torch.tensor([0, -1, 2]))
    assert str(error).startswith("embedding(): indices[1] is -1; legal are 0 to 2 (")
    assert (error.facts["whose"], error.facts["extents"]) == ("weight", [3, 4])


def test_code_that_caught_torchs_own_error_catches_ours(guard):
    for kind in (IndexError, RuntimeError, LookupError):
        with pytest.raises(kind):
            three_classes()
    with pytest.raises(ValueError):
        torch.poisson(torch.tensor([-1.0]))


def test_only_one_frame_of_ours_is_in_the_traceback(guard):
    names = [frame.filename for frame in traceback.extract_tb(refused(three_classes).__traceback__)]
    assert sum("atfault_probe" in name for name in names) == 1


def test_the_error_can_be_sent_to_another_process(guard):
    error = refused(three_classes)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.facts) == (IndexGuardError, str(error), error.facts)


def test_a_backward_pass_names_the_line_of_its_forward(guard):
    ids = np.array([1, 2])
    shared = torch.from_numpy(ids)

    def forward(weight):
        return functional.embedding(shared, weight)  # forward

    loss = forward(torch.rand(5, 4, requires_grad=True)).sum()
    ids[0] = 9  # behind torch's back: its own kernel would write outside of the gradient
    error = refused(loss.backward)
    assert own_lines(error)[-1] == "function(*args)"
    line = here("# forward", test_a_backward_pass_names_the_line_of_its_forward)
    assert error.facts["forward"] == [__file__, line, "forward"]
    assert f"in the backward pass of {__file__}:{line}, in forward" in str(error)


def test_a_node_that_another_thread_counted_alike_has_no_line(guard):
    def forward():
        return torch.rand(2, 3, requires_grad=True).gather(1, torch.tensor([[0]]))

    def in_thread():
        for _ in range(200):
            forward()

    for _ in range(2):
        thread = threading.Thread(target=in_thread)
        thread.start()
        thread.join()
    lines = [known for known in guard._lines.values() if known[2] is not None]
    assert len({known[0] for known in lines}) == len(lines)
    assert len([known for known in guard._lines.values() if known[2] is None]) >= 100


@pytest.mark.parametrize("reentrant", [True, False])
def test_a_checkpoint_that_is_done_again_is_guarded(guard, reentrant):
    runs = []

    def block(x):
        runs.append(1)
        return x.gather(1, torch.tensor([[0 if len(runs) == 1 else 4]])) * 2  # block

    x = torch.rand(1, 4, requires_grad=True)
    loss = checkpoint(block, x, use_reentrant=reentrant).sum()
    error = refused(loss.backward)
    named = str(error) + "".join(own_lines(error))
    line = here("# block", test_a_checkpoint_that_is_done_again_is_guarded)
    assert "x.gather" in named or f"{__file__}:{line}" in named


def test_an_own_backward_is_guarded(guard):
    class Own(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, gradient):
            return gradient[torch.tensor([0, 4])]

    error = refused(Own.apply(torch.rand(4, requires_grad=True)).sum().backward)
    assert own_lines(error)[-1] == "return gradient[torch.tensor([0, 4])]"


def test_other_threads_are_guarded(guard):
    errors = []

    def run():
        try:
            three_classes()
        except GuardError as error:
            errors.append(error)

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(errors) == 8


def test_transforms_are_guarded(guard):
    ids = torch.tensor([[0], [4], [1]])
    assert "is 4" in str(refused(torch.vmap(lambda x, i: x.gather(0, i)), torch.rand(3, 4), ids))
    loss = torch.func.grad(lambda x: functional.cross_entropy(x, torch.tensor([3])))
    assert "target[0] is 3" in str(refused(loss, torch.rand(1, 3)))
    both = torch.vmap(torch.func.grad(functional.cross_entropy))
    assert "is 3" in str(refused(both, torch.rand(2, 3), torch.tensor([0, 3])))


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_compiled_code_that_calls_torchs_kernels_is_guarded(guard, backend):
    torch._dynamo.reset()
    look_up = torch.compile(
        lambda weight, ids: functional.embedding(ids, weight) * 2, backend=backend
    )
    weight = torch.rand(5, 4, requires_grad=True)
    look_up(weight, torch.tensor([4])).sum().backward()
    assert "indices[0] is 5" in str(refused(look_up, weight, torch.tensor([5])))


def test_results_and_random_numbers_are_those_without_it():
    def work():
        torch.manual_seed(4)
        weight = torch.rand(5, 4, requires_grad=True)
        drawn = torch.multinomial(torch.rand(3, 5), 2) + torch.bernoulli(torch.rand(3, 2)).long()
        drawn = drawn.clamp(0, 4)
        loss = functional.embedding(drawn, weight).sum() + weight[:, 1][drawn].prod()
        loss.backward()
        return [drawn, loss.detach(), weight.grad, torch.poisson(torch.rand(4)), torch.rand(3)]

    bare = work()
    atfault_probe.guard()
    try:
        guarded = work()
    finally:
        atfault_probe.unguard()
    assert all(torch.equal(one, other) for one, other in zip(bare, guarded))


def test_modes_of_the_program_see_what_they_saw_without_it():
    from torch.overrides import TorchFunctionMode
    from torch.utils._python_dispatch import TorchDispatchMode

    seen: list[str] = []

    class Functions(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            seen.append(getattr(func, "__name__", str(func)))
            return func(*args, **(kwargs or {}))

    class Dispatch(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append(str(func))
            return func(*args, **(kwargs or {}))

    def work():
        seen.clear()
        x = torch.rand(4, 3, requires_grad=True)
        with Functions(), Dispatch():
            loss = functional.cross_entropy(x[torch.tensor([0, 3])], torch.tensor([0, 2]))
            torch.autograd.backward(loss)
        return list(seen)

    bare = work()
    atfault_probe.guard()
    try:
        assert work() == bare
    finally:
        atfault_probe.unguard()


def test_after_unguard_no_trace_is_left():
    def state():
        names = ["aten::" + name for op in TABLE for name in op.overloads.split()]
        names += ["aten::_to_copy"]
        return [torch._C._dispatch_dump(name) for name in names], set(torch.library._impls)

    path, hook = list(sys.meta_path), sys.excepthook
    before = state()
    atfault_probe.guard()
    assert state() != before
    atfault_probe.unguard()
    assert state() == before
    assert (sys.meta_path, sys.excepthook) == (path, hook)
    with pytest.raises(IndexError, match=r"^Target 3 is out of bounds\.$"):
        three_classes()
    atfault_probe.unguard()  # twice is once


def test_guarding_twice_is_guarding_once():
    atfault_probe.guard()
    atfault_probe.guard()
    atfault_probe.unguard()
    with pytest.raises(IndexError, match=r"^Target 3 is out of bounds\.$"):
        three_classes()


def test_setting_it_prints_nothing(recwarn, capfd):
    atfault_probe.guard()
    atfault_probe.unguard()
    assert not recwarn.list and capfd.readouterr() == ("", "")


def test_a_fault_of_ours_does_not_reach_the_program(guard, monkeypatch):
    def broken(*args):
        raise ZeroDivisionError

    monkeypatch.setattr(Index, "holds", broken)
    monkeypatch.setattr(Index, "demands", broken)
    monkeypatch.setattr(guard._host, "extremes", broken)
    assert functional.embedding(torch.tensor([1]), torch.rand(3, 4)).shape == (1, 4)
    with pytest.raises(IndexError, match="index out of range in self"):
        functional.embedding(torch.tensor([3]), torch.rand(3, 4))


def test_what_torch_says_of_other_mistakes_stays(guard):
    for wrong in (
        lambda: torch.rand(3, 4).gather(5, torch.tensor([[1]])),
        lambda: torch.rand(3, 4).gather(0, torch.tensor([[1.0]])),
        lambda: functional.embedding(torch.rand(3), torch.rand(3, 4)),
        lambda: functional.nll_loss(torch.rand(3, 4), torch.tensor([9])),
        lambda: torch.rand(2)[torch.tensor([0]), torch.tensor([5])],
    ):
        with pytest.raises((RuntimeError, IndexError, ValueError)) as raised:
            wrong()
        assert not isinstance(raised.value, GuardError)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_common_models_train_as_without_it(model):
    def step():
        torch.manual_seed(7)
        loss = model()
        loss.backward()
        return loss.detach(), torch.rand(1)

    bare = step()
    atfault_probe.guard()
    try:
        guarded = step()
    finally:
        atfault_probe.unguard()
    assert all(torch.equal(one, other) for one, other in zip(bare, guarded))


@pytest.fixture
def repeating():
    atfault_probe.guard(repeats=True)
    yield atfault_probe._guards[0]
    atfault_probe.unguard()


def test_a_refused_call_is_done_on_the_cpu_for_torchs_own_words(repeating):
    assert refused(three_classes).facts["plain"] == "IndexError: Target 3 is out of bounds."
    ids = torch.tensor([0, 9])
    plain = refused(torch.zeros(3, 4).index_put_, (ids,), torch.ones(2, 4)).facts["plain"]
    assert plain.startswith("IndexError: index 9 is out of bounds for dimension 0 with size 3")
    plain = refused(functional.binary_cross_entropy, torch.tensor([1.5]), torch.ones(1))
    assert "between 0 and 1" in plain.facts["plain"]


def test_doing_it_again_changes_nothing(repeating):
    torch.manual_seed(3)
    before, table = torch.get_rng_state(), torch.zeros(3, 4)
    refused(table.index_fill_, 0, torch.tensor([1, 9]), 7.0)
    refused(torch.multinomial, torch.tensor([-1.0, 0.5]), 1)
    assert torch.equal(torch.get_rng_state(), before) and not table.any()


def test_what_the_cpu_does_not_look_at_is_not_done_there(repeating):
    scores = torch.rand(6, 1, 3).log_softmax(-1)
    error = refused(functional.ctc_loss, scores, torch.tensor([[1, 99]]), [6], [2])
    assert error.facts["plain"] is None
    error = refused(
        lambda: torch.repeat_interleave(torch.tensor([1, -5]), output_size=4),
    )
    assert error.facts["plain"] is None


def test_of_what_has_no_values_nothing_is_done_again():
    guard = Guard(devices=("Meta",), repeats=True)
    try:
        weight = torch.empty(5, 4, device="meta")
        error = refused(functional.embedding, torch.tensor([9]).to("meta"), weight)
        assert error.facts["plain"] is None
    finally:
        guard.remove()

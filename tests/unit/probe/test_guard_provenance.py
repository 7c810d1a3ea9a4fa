"""What is on a device is known by what was sent there: nothing is waited for."""

from __future__ import annotations

import gc

import pytest

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.newest

from torch.nn import functional  # noqa: E402

from atfault_probe import GuardError  # noqa: E402
from atfault_probe.torch_guard.torch import Guard  # noqa: E402
from atfault_probe.torch_guard.values import MAX_KNOWN  # noqa: E402

WEIGHT = torch.empty(5, 4, device="meta")
LOGITS = torch.empty(6, 3, device="meta")


@pytest.fixture
def guard():
    """With "meta" as the device, whose tensors have no values at all: none can have been read."""
    one = Guard(devices=("Meta",))
    yield one
    one.remove()


def look_up(ids: torch.Tensor) -> torch.Tensor:
    return functional.embedding(ids, WEIGHT)


def test_ids_that_were_sent_are_checked_by_what_the_host_had(guard):
    look_up(torch.tensor([0, 4]).to("meta"))
    with pytest.raises(GuardError, match=r"embedding\(\): indices .*legal are 0 to 4 .*on meta"):
        look_up(torch.tensor([0, 5]).to("meta"))
    with pytest.raises(GuardError):
        look_up(torch.tensor([-1, 2], dtype=torch.int32).to("meta", torch.int64))


def test_a_view_of_a_part_passes_where_the_whole_is_legal(guard):
    sent = torch.tensor([[0, 4], [1, 2]]).to("meta")
    look_up(sent[:, :1])
    look_up(sent.flatten())


def test_a_view_of_a_part_is_not_judged_by_the_rest(guard):
    sent = torch.tensor([0, 99]).to("meta")
    look_up(sent[:1])


def test_what_was_changed_on_the_device_is_not_known_any_more(guard):
    sent = torch.tensor([0, 99]).to("meta")
    sent.clamp_(0, 4)
    look_up(sent)


def test_what_was_made_on_the_device_is_not_known(guard):
    look_up(torch.full((3,), 99, device="meta"))
    look_up(torch.tensor([99]).to("meta") * 0)


def test_the_memory_of_one_that_is_gone_is_not_taken_for_it(guard):
    for _ in range(2000):
        torch.tensor([99]).to("meta")
        look_up(torch.zeros(1, dtype=torch.int64, device="meta"))
    gc.collect()
    assert len(guard.provenance._known) <= MAX_KNOWN


def test_a_label_to_be_ignored_does_not_hide_the_others(guard):
    def loss(*labels: int) -> torch.Tensor:
        return functional.cross_entropy(LOGITS, torch.tensor(labels).to("meta"))

    loss(0, 1, 2, -100, 2, 1)  # from then on the label to ignore is known
    loss(0, 1, 2, -100, 2, 1)
    with pytest.raises(GuardError):
        loss(0, 1, 3, -100, 2, 1)
    loss(-100, -100, -100, -100, -100, -100)


def test_inference_tensors_pass(guard):
    with torch.inference_mode():
        look_up(torch.tensor([0, 99]).to("meta"))


def test_without_the_guard_nothing_is_remembered(guard):
    sent = torch.tensor([0]).to("meta")
    guard.remove()
    assert not guard.provenance._known and sent.device.type == "meta"


def test_an_index_that_lies_on_the_host_is_read_there(guard):
    rows = torch.empty(3, 4, device="meta")
    rows[torch.tensor([0, -3])]
    with pytest.raises(GuardError, match=r"index\(\): indices\[1\] is 3; legal are -3 to 2"):
        rows[torch.tensor([0, 3])]

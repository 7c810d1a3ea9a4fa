"""Does a demand hold? Reads tensors where that costs no synchronisation; else asks provenance.

    CPU            the smallest and the largest value, by torch's own kernel: 3 µs for some ids
    any other      what the host's copy held when it was sent there (`Provenance`); where that is
    (CUDA, meta)   not known, the values themselves in the mode `strict`, and where it goes too
                   far, to be sure, the values themselves; else it is noted (torch_guard.launches)

Kernels are called directly, not through the dispatcher: no mode, profiler or transform of the
program's sees them.
"""

import math
from _thread import allocate_lock
from collections import OrderedDict

import torch

from atfault_probe.torch_guard.table import INTEGERS, dtype_of

MAX_BAD = 8
"""Illegal values that are told of, with their places."""
MAX_KNOWN = 512
"""Tensors on a device whose host copy is remembered."""
UNKNOWN = None


class Host(object):
    """Values of tensors that lie in memory that can be read."""

    def __init__(self):
        kernel = torch.library.get_kernel
        self._aminmax = kernel("aten::aminmax", "CPU").call_boxed
        self._equal = kernel("aten::eq.Scalar", "CPU").call_boxed
        self._filled = kernel("aten::masked_fill.Scalar", "CPU").call_boxed
        self._number = kernel("aten::_local_scalar_dense", "CPU").call_boxed
        self._keys = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)

    def extremes(self, tensor, without=None):
        """(smallest, largest) as numbers, both NaN where there is one. The tensor is not empty.
        without: elements of this value count as 0."""
        keys, number = self._keys, self._number
        if without is not None:
            tensor = self._filled(keys, tensor, self._equal(keys, tensor, without), 0)
        low, high = self._aminmax(keys, tensor)
        return number(keys, low), number(keys, high)

    def broken(self, demand):
        """What is wrong, as facts; None where the demand holds, or nothing can be said."""
        tensor = demand.tensor
        if demand.problem == "count":
            return _too_many(demand, int(tensor.count_nonzero()))
        if demand.problem == "nonzero":
            return None if tensor.count_nonzero() else facts_of(demand, [[[], False]], 1)
        if not tensor.numel():
            return None
        low, high = self.extremes(tensor)
        if is_within(demand, low, high):
            return None if demand.problem == "range" else _as_a_whole(demand, tensor)
        return bad_values(demand, tensor)


class Device(object):
    """Values of tensors whose reading would make the program wait for the device."""

    def __init__(self, host, provenance, strict, note):
        """note(demand): to be called of what nothing is known."""
        self._host = host
        self._provenance = provenance
        self._strict = strict
        self._note = note

    def broken(self, demand):
        tensor = demand.tensor
        if tensor.device.type == "cpu":  # an index may lie there: the kernel itself moves it
            return self._host.broken(demand)
        if demand.problem != "range":
            return self._read(demand) if self._strict else None
        known = self._provenance.extremes(tensor, demand.exempt)
        if known is UNKNOWN and not self._strict:
            self._note(demand)
            return None
        if known is UNKNOWN:
            return self._read(demand)
        low, high, is_all = known
        if is_within(demand, low, high):
            return None
        if tensor.device.type == "meta":  # there are no values to read
            return facts_of(demand, [], None) if is_all else None
        return self._read(demand)

    def _read(self, demand):
        """By waiting for the device."""
        if demand.tensor.device.type == "meta" or is_capturing(demand.tensor):
            return None
        return Host.broken(_Waiting(), demand)


class _Waiting(object):
    """As Host, through the dispatcher."""

    @staticmethod
    def extremes(tensor):
        low, high = torch.aminmax(tensor)
        return low.item(), high.item()


def is_capturing(tensor):
    """Whether a CUDA graph is being recorded: nothing may be waited for then."""
    return tensor.is_cuda and torch.cuda.is_current_stream_capturing()


def is_within(demand, low, high):
    """Whether all that lies between the two is legal; False where one is NaN."""
    if demand.low is not None and not low >= demand.low:
        return False
    if demand.high is not None:
        return high <= demand.high
    return high - low == high - low  # neither infinite nor NaN


def facts_of(demand, bad, count):
    """As torch_guard.errors.GuardError says; the rest is filled in by who knows the function."""
    tensor, owner = demand.tensor, demand.owner
    return {
        "argument": demand.argument,
        "dtype": dtype_of(tensor)[6:],
        "shape": list(tensor.shape),
        "device": str(tensor.device),
        "low": demand.low,
        "high": demand.high,
        "exempt": demand.exempt,
        "bad": bad,
        "bad_count": count,
        "whose": demand.whose,
        "extents": [] if owner is None else list(owner.shape),
        "dim": demand.dim,
        "problem": demand.problem,
        "needed": None,
        "there": None,
        "forward": None,
        "plain": None,
    }


def bad_values(demand, tensor):
    """The illegal values and where they are; None where there is none."""
    good = torch.ones_like(tensor, dtype=torch.bool)
    if demand.low is not None:
        good &= tensor >= demand.low
    if demand.high is not None:
        good &= tensor <= demand.high
    elif tensor.is_floating_point():
        good &= tensor.isfinite() if demand.problem == "sum" else ~tensor.isnan()
    if demand.exempt is not None:
        good |= tensor == demand.exempt
    places = good.logical_not().nonzero()
    count = len(places)
    if not count:
        return None
    bad = [[place, _at(tensor, place)] for place in places[:MAX_BAD].tolist()]
    facts = facts_of(demand, bad, count)
    facts["problem"] = "range"
    return facts


def _at(tensor, place):
    for index in place:
        tensor = tensor.select(0, index)
    return tensor.item()


def _too_many(demand, count):
    needed = count * demand.needed
    there = demand.owner.numel()
    if needed <= there:
        return None
    facts = facts_of(demand, [], None)
    facts.update(needed=needed, there=there)
    return facts


def _as_a_whole(demand, tensor):
    """What no single value shows: an order, a sum."""
    if demand.problem == "order":
        falls = (tensor[1:] < tensor[:-1]).nonzero()
        bad = [[[at + 1], tensor[at + 1].item()] for at in falls[:MAX_BAD, 0].tolist()]
    else:
        sums = tensor.sum(-1)
        empty = (sums == 0).nonzero().tolist()
        bad = [[place, 0.0] for place in empty[:MAX_BAD]]
    return facts_of(demand, bad, None) if bad else None


class Provenance(object):
    """What integers were sent to a device: their smallest and largest, from the host's copy.

    Kept by storage, with a weak reference, so that its address cannot be used again meanwhile, and
    for one version of its contents: any change on the device makes it unknown. A view of a part
    lies within the bounds of the whole.
    """

    def __init__(self, host):
        self._host = host
        self._known = OrderedDict()
        self._lock = allocate_lock()
        self._exempt = []

    def sent(self, source, copy):
        """`copy`, on a device, was just made of `source`, on the host."""
        if dtype_of(source) not in INTEGERS or dtype_of(copy) not in INTEGERS:
            return
        if not source.numel() or copy.is_inference():
            return
        bounds = {None: self._host.extremes(source)}
        for value in self._exempt:  # -100 would hide what the others are
            if value in bounds[None]:
                bounds[value] = self._host.extremes(source, value)
        storage = copy.untyped_storage()
        weak = torch.multiprocessing.reductions.StorageWeakRef(storage)
        entry = (weak, copy._version, copy.dtype, copy.numel(), bounds)
        with self._lock:
            self._known[storage._cdata] = entry
            self._known.move_to_end(storage._cdata)
            while len(self._known) > MAX_KNOWN:
                self._known.popitem(last=False)

    def extremes(self, tensor, exempt):
        """(smallest, largest, whether these are of the very tensor); UNKNOWN."""
        if exempt is not None and exempt not in self._exempt and len(self._exempt) < 8:
            self._exempt.append(exempt)
        if tensor.is_inference():
            return UNKNOWN
        entry = self._known.get(tensor.untyped_storage()._cdata)
        if entry is None:
            return UNKNOWN
        weak, version, dtype, count, bounds = entry
        if version != tensor._version or dtype != tensor.dtype or weak.expired():
            return UNKNOWN
        low, high = bounds.get(exempt) or bounds[None]
        is_all = tensor.numel() == count and tensor.is_contiguous()
        return low, high, is_all and not (exempt is not None and exempt not in bounds)

    def forget(self):
        with self._lock:
            self._known.clear()


def is_number(value):
    return type(value) is int or (type(value) is float and math.isfinite(value))

"""The journal of launches: indices on a device of which nothing is known, kept for after a failure.

The smallest and the largest value are copied, without waiting, to a slot of pinned host memory, on
the stream of the launch and before it. A slot is filled with a sentinel first: what is still there
afterwards was not reached. When the process fails, the newest entry whose values break their range
is the launch at fault.

Not while a CUDA graph is captured: what is done then is done at each replay.
"""

import ctypes
import itertools
import os

import torch

from atfault_probe.torch_guard.table import INTEGERS, dtype_of
from atfault_probe.torch_guard.values import facts_of, is_capturing

SLOTS = 256
UNREACHED = -(1 << 63)


class Launches(object):
    """A ring of the last launches."""

    def __init__(self, pinned=True):
        """Nothing is allocated before the first entry: a CUDA context is the program's to make."""
        self._pinned = pinned
        self._slots = None
        self._memory = None
        self._pid = 0
        self._entries = [None] * SLOTS
        self._numbers = itertools.count(1).__next__

    def note(self, demand, function, place):
        """`place`: [file, line, function] of the program's own call; None."""
        tensor = demand.tensor
        if demand.problem != "range" or dtype_of(tensor) not in INTEGERS or not tensor.numel():
            return
        if is_capturing(tensor):
            return
        if self._pid != os.getpid():  # a child made by fork has launched nothing yet
            self._begin()
        number = self._numbers()
        slot = number % SLOTS
        self._entries[slot] = None
        self._memory[2 * slot] = self._memory[2 * slot + 1] = UNREACHED
        facts = facts_of(demand, [], None)
        facts.update(function=function, forward=place)
        low, high = torch.aminmax(tensor)
        self._slots[2 * slot].copy_(low, non_blocking=True)
        self._slots[2 * slot + 1].copy_(high, non_blocking=True)
        self._entries[slot] = number, facts

    def _begin(self):
        self._pid = os.getpid()
        self._entries[:] = [None] * SLOTS
        slots = torch.full((2 * SLOTS,), UNREACHED, dtype=torch.int64, device="cpu")
        self._slots = slots.pin_memory() if self._pinned else slots
        # Read without torch: after a failure none of it should be called.
        self._memory = (ctypes.c_int64 * (2 * SLOTS)).from_address(self._slots.data_ptr())

    def culprit(self):
        """The facts of the newest launch whose values break their range, with what they reached as
        `seen`: [smallest, largest]; None where there is none."""
        if self._pid != os.getpid():
            return None
        entries = [entry for entry in list(self._entries) if entry is not None]
        for number, facts in sorted(entries, key=lambda entry: -entry[0]):
            at = 2 * (number % SLOTS)
            low, high = self._memory[at], self._memory[at + 1]
            if UNREACHED in (low, high):
                continue
            exempt = facts["exempt"]
            too_low = low < facts["low"] and low != exempt
            too_high = high > facts["high"] and high != exempt
            if too_low or too_high:
                return dict(facts, seen=[low, high])
        return None

"""The guard in torch: its kernels of the functions in the table, each behind a check.

    lib.impl("embedding", guarded, "CPU", with_keyset=True, allow_override=True)

An override lies below autograd, vmap and the rest of the dispatcher, right above the kernel: it
sees what the kernel gets, in whatever thread, forward or backward, and costs some 3 µs a call. What
is compiled into kernels of its own (inductor) never comes by.

A fault of ours never breaks the program: then the kernel runs as if nobody had looked.

The journal of launches: indices on a device of which nothing is known, kept for after a failure.

The smallest and the largest value are copied, without waiting, to a slot of pinned host memory, on
the stream of the launch and before it. A slot is filled with a sentinel first: what is still there
afterwards was not reached. When the process fails, the newest entry whose values break their range
is the launch at fault.

Not while a CUDA graph is captured: what is done then is done at each replay.

A call that was refused, done on the CPU with copies of its arguments: torch's own words for what
is wrong. Of a second run (`atfault run --again`), where what it costs does not matter.

On a GPU the launch was prevented, so the arguments can still be read. Only functions whose kernels
on the CPU look at all their values are called (`Op.looks_on_cpu`): the others would read or write
elsewhere.
"""

import ctypes
import dis
import itertools
import os
import sys
import warnings
from _thread import _local

import torch

from atfault_probe.torch_guard.errors import error_of
from atfault_probe.torch_guard.table import FREQUENT, INTEGERS, TABLE, dtype_of
from atfault_probe.torch_guard.values import Device, Host, Provenance, facts_of, is_capturing

MAX_LINES = 4096
"""Calls whose line is remembered for their backward pass."""
DEVICES = ("CUDA",)
"""Besides the CPU, where this torch has kernels for them."""
_SKIPPED = (
    torch.__path__[0] + "/",
    __file__.rpartition("/torch_guard/")[0] + "/",
)
SLOTS = 256
UNREACHED = -(1 << 63)
MAX_BYTES = 1 << 30
MAX_TEXT = 500
NOTHING = ""
"""The CPU raises nothing."""


class _Local(_local):
    inside = False
    """Whether this thread is within a call that was looked at."""
    number = 0
    """Of the thread, from 1; ids of threads are used again."""


class Guard(object):
    """The overrides that are in place."""

    def __init__(self, strict=False, devices=DEVICES, repeats=False):
        """devices: dispatch keys besides the CPU's. repeats: what is refused is done on the CPU
        (see torch_guard.repeat). Raises what torch raises where it has no such
        thing as kernels that can be overridden."""
        self._library = torch.library.Library("aten", "IMPL")
        self._local = _Local()
        self._threads = itertools.count(1).__next__
        self._lines = {}
        self._repeats = repeats
        self._on_cpu = {}
        """Overload → its kernel on the CPU."""
        self._host = Host()
        self.provenance = Provenance(self._host)
        self.launches = Launches()
        self.guarded = {}
        """(overload, dispatch key) → the function as users call it."""
        try:
            with warnings.catch_warnings():  # that there are overrides is what we are here for
                warnings.simplefilter("ignore")
                self._cover("CPU", self._host)
                for key in devices:
                    if torch._C._dispatch_has_kernel_for_dispatch_key("aten::index_select", key):
                        self._cover(key, Device(self._host, self.provenance, strict, self._note))
                        self._watch_copies(key)
        except BaseException:
            self.remove()
            raise

    def remove(self):
        """Everything as it was before."""
        self._library._destroy()
        self.provenance.forget()
        self.guarded.clear()

    def _cover(self, key, values):
        for op in TABLE:
            for name in op.overloads.split():
                try:
                    kernel = torch.library.get_kernel("aten::" + name, key)
                except RuntimeError:  # this torch has no such function, or none for that device
                    continue
                if key == "CPU":
                    self._on_cpu[name] = kernel.call_boxed
                guarded = self._guarded(op, name, kernel.call_boxed, values)
                self._library.impl(name, guarded, key, with_keyset=True, allow_override=True)
                self.guarded[name, key] = op.shown

    def _guarded(self, op, name, kernel, values):
        """The kernel behind its check."""
        local, remember = self._local, self._remember
        holds = self._holds_of(op, values)

        def look(args, kwargs):
            """The error to raise; None."""
            with torch._C.DisableTorchFunction():
                try:
                    is_fine = holds(args)
                except Exception:
                    is_fine = False
                error = None
                if not is_fine:
                    local.inside = True  # what is called here is not to be looked at itself
                    try:
                        error = self._error(op, values, args)
                        if error is not None and self._repeats and op.looks_on_cpu:
                            words = words_of(name, self._on_cpu[name], args, kwargs)
                            error.facts["plain"] = words
                    except Exception:
                        pass
                    finally:
                        local.inside = False
                if torch.is_grad_enabled():
                    remember(args)
                return error

        def guarded(keyset, *args, **kwargs):
            if not local.inside:
                error = look(args, kwargs)
                if error is not None:
                    raise error
            return kernel(keyset, *args, **kwargs)

        def of_others(keyset, *args, **kwargs):
            """The same for a function that calls other guarded ones."""
            if local.inside:
                return kernel(keyset, *args, **kwargs)
            error = look(args, kwargs)
            if error is not None:
                raise error
            local.inside = True
            try:
                return kernel(keyset, *args, **kwargs)
            finally:
                local.inside = False

        return of_others if op.is_made_of_others else guarded

    def _holds_of(self, op, values):
        """The quick check of a function whose only condition has one."""
        extremes = self._host.extremes
        if values is not self._host or len(op.conditions) > 1:
            return lambda args: False
        condition = op.conditions[0]
        if not isinstance(condition, FREQUENT):
            return lambda args: False
        return lambda args: condition.holds(args, extremes)

    def _error(self, op, values, args):
        """What an argument breaks its condition by; None."""
        for condition in op.conditions:
            for demand in condition.demands(args):
                demand.function = op.shown
                facts = values.broken(demand)
                if facts is not None:
                    facts["function"] = op.shown
                    facts["forward"] = self._forward()
                    return error_of(facts, condition.is_index)
        return None

    def _note(self, demand):
        """Of indices on a device nothing is known."""
        if demand.tensor.is_cuda:
            self.launches.note(demand, demand.function, _place_of(_caller()))

    def _remember(self, args):
        """The line of a call that has a backward pass, by the number of its node in the graph."""
        for arg in args:
            if getattr(arg, "requires_grad", False):
                break
        else:
            return
        number = torch._C._autograd._get_sequence_nr() - 1
        frame = _caller()
        if frame is not None:
            slot, thread = number % MAX_LINES, self._thread()
            known = self._lines.get(slot)
            if known is not None and known[0] == number and known[1] != thread:
                code = None  # numbers count in each thread
            else:
                code = frame.f_code
            self._lines[slot] = (number, thread, code, frame.f_lasti)

    def _thread(self):
        local = self._local
        if not local.number:
            local.number = self._threads()
        return local.number

    def _forward(self):
        """[file, line, function] of the call whose backward pass runs in this thread; None."""
        node = torch._C._current_autograd_node()
        if node is None:
            return None
        number = node._sequence_nr()
        known = self._lines.get(number % MAX_LINES)
        if known is None or known[0] != number or known[2] is None:
            return None
        code = known[2]
        return [code.co_filename, _line_of(code, known[3]), code.co_name]

    def _watch_copies(self, key):
        """What goes from the host to a device is looked at while it can be read. Of this function
        the dispatcher takes the destination's kernel."""
        kernel = torch.library.get_kernel("aten::_to_copy", key).call_boxed
        sent = self.provenance.sent

        def _to_copy(keyset, source, *args, **kwargs):
            copy = kernel(keyset, source, *args, **kwargs)
            try:
                with torch._C.DisableTorchFunction():
                    if source.device.type == "cpu" and copy.device.type != "cpu":
                        sent(source, copy)
            except Exception:
                pass
            return copy

        self._library.impl("_to_copy", _to_copy, key, with_keyset=True, allow_override=True)


def _caller():
    """The innermost frame that is neither torch's nor ours; None."""
    frame = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename.startswith(_SKIPPED):
        frame = frame.f_back
    return frame


def _place_of(frame):
    """[file, line, function]; None of none."""
    if frame is None:
        return None
    return [frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name]


def _line_of(code, instruction):
    """The line of an instruction, by its offset in bytes."""
    line = code.co_firstlineno
    for offset, number in dis.findlinestarts(code):
        if offset > instruction:
            break
        line = number or line
    return line


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


def words_of(name, kernel, args, kwargs):
    """ "IndexError: Target 3 is out of bounds."; None where it cannot be done. kernel(keys, …): of
    the CPU, for the overload `name`."""
    if name.startswith("repeat_interleave") and (len(args) > 1 or kwargs):
        return None  # with output_size it does not look
    copies = _Copies()
    try:
        given = [copies.of(arg) for arg in args]
        named = {key: copies.of(kwargs[key]) for key in kwargs}
    except (_CannotBeCopied, RuntimeError):
        return None
    before = torch.get_rng_state()
    try:
        with torch.no_grad():
            kernel(torch._C.DispatchKeySet(torch._C.DispatchKey.CPU), *given, **named)
        return NOTHING
    except Exception as error:
        text = str(error).strip().split("\n")[0]
        return ("%s: %s" % (type(error).__name__, text))[:MAX_TEXT]
    finally:
        torch.set_rng_state(before)


class _CannotBeCopied(Exception):
    pass


class _Copies(object):
    def __init__(self):
        self._left = MAX_BYTES

    def of(self, thing):
        if isinstance(thing, torch.Tensor):
            self._left -= thing.numel() * thing.element_size()
            if self._left < 0 or thing.device.type == "meta":
                raise _CannotBeCopied
            return thing.detach().to("cpu", copy=True)
        if isinstance(thing, (list, tuple)):
            return [self.of(one) for one in thing]
        if isinstance(thing, torch.Generator):
            return None
        return thing

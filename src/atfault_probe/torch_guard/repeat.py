"""A call that was refused, done on the CPU with copies of its arguments: torch's own words for what
is wrong. Of a second run (`atfault run --again`), where what it costs does not matter.

On a GPU the launch was prevented, so the arguments can still be read. Only functions whose kernels
on the CPU look at all their values are called (`Op.looks_on_cpu`): the others would read or write
elsewhere.
"""

import torch

MAX_BYTES = 1 << 30
MAX_TEXT = 500
NOTHING = ""
"""The CPU raises nothing."""


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

"""What `atfault numba` has in a program that compiles (atfault_probe.numba.report)."""

from __future__ import annotations

from types import SimpleNamespace

from atfault_probe.numba import report


class Made:
    def __init__(self, **values):
        self.__dict__.update(values)


def test_numbas_own_functions_are_lowered_without_debug_information():
    def own():
        pass

    class Lower:
        def __init__(self, context, library, fndesc, func_ir, metadata=None):
            self.context = context
            self.flags = SimpleNamespace(debuginfo=True, copy=lambda: SimpleNamespace())

    def lowered():
        func_ir = Made(func_id=Made(func=own))
        one = Lower(context, None, None, func_ir)
        return one.context.enable_debuginfo, one.flags.debuginfo

    context = Made(enable_debuginfo=True, subtarget=lambda **kws: Made(**kws))
    report._spare_numbas_own(SimpleNamespace(BaseLower=Lower))
    assert lowered() == (True, True)
    own.__module__ = None  # the kernel of a parallel loop
    assert lowered() == (True, True)
    own.__module__ = "numba.np.arraymath"
    assert lowered() == (False, False)
    own.__module__ = "terrain"
    Lower.__name__ = "PyLower"  # LLVM takes no debug information of object mode
    assert lowered() == (False, False)

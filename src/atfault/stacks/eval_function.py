"""CPython's eval function, as symbols tell it.

A build --with-tail-call-interp has a function for each instruction, which jumps to that of the next
one; the first is called by the eval function, whose C frame holds the marker as in other builds:

    PyObject_Vectorcall   _TAIL_CALL_CALL   _PyEval_EvalFrameDefault   _PyEval_Vector
                          ╰──────── one run of Python code ────────╯
"""

from __future__ import annotations

from atfault.model.stacks import NativeFrame

EVAL_FUNCTION = "_PyEval_EvalFrameDefault"
INSTRUCTION = "_TAIL_CALL_"
"""How the names of functions of one instruction begin."""


def is_instruction(frame: NativeFrame) -> bool:
    """Whether the frame is a call of the function of one instruction, as far as symbols tell."""
    return not frame.is_inline and frame.symbol.startswith(INSTRUCTION)


def is_eval(frame: NativeFrame) -> bool:
    """Whether the frame is a call of the eval function, as far as symbols tell."""
    if frame.is_inline:
        return False
    return frame.symbol == EVAL_FUNCTION or frame.symbol.startswith(EVAL_FUNCTION + ".")

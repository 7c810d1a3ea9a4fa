"""CPython's eval function, as symbols tell it."""

from __future__ import annotations

from atfault.model.stacks import NativeFrame

EVAL_FUNCTION = "_PyEval_EvalFrameDefault"


def is_eval(frame: NativeFrame) -> bool:
    """Whether the frame is a call of the eval function, as far as symbols tell."""
    if frame.is_inline:
        return False
    return frame.symbol == EVAL_FUNCTION or frame.symbol.startswith(EVAL_FUNCTION + ".")

"""How clay shrinks as it dries and is fired; in Python, and compiled."""

from numba import types
from numba.core.errors import TypingError
from numba.extending import overload


def shrunk(size, share=0.08):
    """The size of a piece after drying."""
    return size * (1.0 - share)


@overload(shrunk)
def shrunk_compiled(size, share=0.08):
    if isinstance(size, types.Array):

        def of_array(size, share=0.08):
            return size * (1.0 - share)

        return of_array
    if isinstance(size, (types.Float, types.Integer)):

        def of_number(size, share=0.12):
            return size * (1.0 - share)

        return of_number
    raise TypingError("a size is a number or an array")

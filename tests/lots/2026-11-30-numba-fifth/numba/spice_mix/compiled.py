"""What compiled code makes of `softened`."""

import math

from blend import softened
from numba import types
from numba.extending import overload


@overload(softened)
def softened_in_compiled_code(strength, limit):
    if isinstance(strength, types.Float):

        def for_numbers(strength, limit):
            if strength > limit:
                return limit + math.log1p(strength - limit)
            return strength

        return for_numbers
    return None

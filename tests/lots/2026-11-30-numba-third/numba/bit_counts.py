"""How alike are the fingerprints of molecules? Bits are counted by the processor's instruction."""

import numpy as np
from numba import njit, types
from numba.extending import intrinsic


@intrinsic
def population(typingctx, word):
    if not isinstance(word, types.Integer):
        return None

    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return codegen, word(word)


@njit
def likeness(first, second):
    both = 0
    either = 0
    for at in range(first.size):
        both += population(first[at] & second[at])
        either += population(first[at] | second[at])
    return both / either


@njit
def nearest(prints, which):
    best = -1
    most = -1.0
    for at in range(prints.shape[0]):
        if at != which:
            alike = likeness(prints[which], prints[at])
            if alike > most:
                most = alike
                best = at
    return best, most


def main():
    rng = np.random.default_rng(12)
    prints = rng.integers(0, 2**62, (200, 16), dtype=np.int64)
    for which in range(3):
        print(which, *nearest(prints, which))


main()

import ctypes
import mmap

import numba
import numpy as np

RATE, SECONDS = 16_000, 16


class Blocks:
    """Samples (int16) in anonymous memory, as the driver of the sound card shares them."""

    def __init__(self):
        self.nbytes = 2 * RATE * SECONDS
        self.memory = mmap.mmap(-1, self.nbytes)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))

    def fill(self, frequency):
        times = np.arange(RATE * SECONDS) / RATE
        samples = (10_000 * np.sin(2 * np.pi * frequency * times)).astype(np.int16)
        self.memory[:] = samples.tobytes()


@numba.njit
def loudness(address, length):
    samples = numba.carray(address_as_pointer(address), (length,))
    total = 0.0
    for i in range(length):
        total += abs(samples[i])  # <-- here
    return total / length


@numba.extending.intrinsic
def address_as_pointer(typingctx, address):
    def codegen(context, builder, signature, args):
        return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

    return numba.types.CPointer(numba.types.int16)(numba.types.int64), codegen

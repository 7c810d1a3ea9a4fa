# A compressed frame was damaged: its table of blocks leads far away, and it is not checked.
# https://github.com/zarr-developers/numcodecs/issues/228
import numpy as np
from numcodecs import Blosc

codec = Blosc("lz4", clevel=1, shuffle=Blosc.NOSHUFFLE, blocksize=65536)
frame = bytearray(codec.encode(np.arange(400_000, dtype="i4") // 7))
frame[16:20] = (0x70000000).to_bytes(4, "little")


def chunk(frame):
    return codec.decode(bytes(frame))  # <-- here


print(len(chunk(frame)))

"""What the processes do: digests of blocks of a file."""

import hashlib
import time


def digest(block):
    time.sleep(0.05)
    return hashlib.sha256(block).hexdigest()


def verify(pair):
    block, expected = pair
    return digest(block) == expected

"""Look for a nonce, in one second of computing time at most."""

import hashlib
import time


def mine(block, zeros, seconds):
    nonce = 0
    last = time.process_time() + seconds
    while time.process_time() < last:
        digest = hashlib.sha256(block + nonce.to_bytes(8, "big")).hexdigest()
        if digest.startswith("0" * zeros):
            return nonce
        nonce += 1
    return None


print("nonce", mine(b"block 17", zeros=7, seconds=1))

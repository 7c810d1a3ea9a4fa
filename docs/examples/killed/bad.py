"""Look for a nonce, in one second of computing time at most."""

import hashlib
import resource

resource.setrlimit(resource.RLIMIT_CPU, (1, 2))


def mine(block, zeros):
    nonce = 0
    while True:
        digest = hashlib.sha256(block + nonce.to_bytes(8, "big")).hexdigest()
        if digest.startswith("0" * zeros):
            return nonce
        nonce += 1


print("nonce", mine(b"block 17", zeros=7))

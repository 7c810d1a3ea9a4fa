# healthy: computes=yes
import os
import zlib

block = os.urandom(1 << 20) + bytes(1 << 20)
print("READY", flush=True)
written = 0
for number in range(10**6):
    written += len(zlib.compress(block, 6))

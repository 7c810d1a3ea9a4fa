# healthy: computes=yes first=yes
import hashlib

print("READY", flush=True)
digest, block = hashlib.sha256(), b"x" * 4096


def fill(digest):
    wanted = True
    while wanted:
        digest.update(block)


fill(digest)

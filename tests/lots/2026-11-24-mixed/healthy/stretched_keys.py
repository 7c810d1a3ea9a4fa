"""Stretches the pass phrases of a vault; a single one takes seconds."""

import hashlib
import os
import time


def stretch(phrase, salt):
    key = hashlib.pbkdf2_hmac("sha256", phrase.encode(), salt, 3_000_000)
    time.sleep(1)  # the machine is shared
    return key


def main():
    keys = {}
    for number in range(60):
        keys[number] = stretch(f"correct horse {number}", os.urandom(16))
    print(len(keys))


main()

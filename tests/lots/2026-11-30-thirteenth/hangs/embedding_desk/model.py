import hashlib

import numpy as np


class HashedWords:
    def __init__(self, size=64):
        self.size = size
        self.calls = 0

    def encode(self, texts):
        self.calls += 1
        matrix = np.zeros((len(texts), self.size))
        for row, text in enumerate(texts):
            for word in text.lower().split():
                digest = hashlib.blake2b(word.encode(), digest_size=4).digest()
                matrix[row, int.from_bytes(digest, "big") % self.size] += 1
        return matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-9)

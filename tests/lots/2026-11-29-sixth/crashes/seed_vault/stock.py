"""The stock of a seed bank: measured once, corrected now and then."""

import queue
import threading

import numpy as np
from vault import Vault


class Bank:
    def __init__(self):
        self.corrections = queue.Queue()
        self.done = threading.Event()
        with Vault(4000, 32) as vault:
            vault.samples[:] = np.random.default_rng(2).random(vault.samples.shape)
        self.vault = vault

    def correct(self):
        """Takes corrections in, in a thread of its own."""
        for row, factor in iter(self.corrections.get, None):
            if self.valid(row):
                self.vault.samples[row] *= factor
        self.done.set()

    def valid(self, row):
        return 0 <= row < len(self.vault.samples) and self.vault.samples[row].sum() > 1


def main():
    bank = Bank()
    threading.Thread(target=bank.correct, name="corrections").start()
    print("mean", bank.vault.samples.mean().round(4), flush=True)
    for row in (17, 900, 4100):
        bank.corrections.put((row, 0.98))
    bank.corrections.put(None)
    bank.done.wait()


if __name__ == "__main__":
    main()

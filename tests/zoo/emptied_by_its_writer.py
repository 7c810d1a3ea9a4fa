# zoo: cause=use-after-free signal=SIGSEGV text=deleted names=samples gil=needed python=3.8-3.12
# array.tofile writes block by block, and asks for its length once (python/cpython#142884).
from array import array


class Sink:
    def __init__(self, samples):
        self.samples = samples
        self.parts = []

    def write(self, part):
        self.parts.append(bytes(part))
        del self.samples[:]
        return len(part)


def save():
    samples = array("d", range(4_000_000))
    samples.tofile(Sink(samples))  # <-- here


save()

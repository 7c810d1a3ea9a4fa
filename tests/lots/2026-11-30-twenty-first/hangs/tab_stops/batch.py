"""Several texts at once."""

from concurrent.futures import ThreadPoolExecutor

from plain import Plainer


class Batch:
    def __init__(self, style, workers=2):
        self.style = style
        self.pool = ThreadPoolExecutor(workers, thread_name_prefix="plain")

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.pool.shutdown()

    def run(self, texts):
        return list(self.pool.map(lambda text: Plainer(self.style).text(text), texts))

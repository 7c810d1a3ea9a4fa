import hashlib
from concurrent.futures import ThreadPoolExecutor

import diskcache


class Bundler:
    """Bundles of assets; parts and bundles are kept in a cache on the disk."""

    def __init__(self, folder, workers=3):
        self.cache = diskcache.Cache(folder)
        self.pool = ThreadPoolExecutor(workers, thread_name_prefix="minify")

    def minified(self, name, source):
        key = "part:" + hashlib.sha1(source.encode()).hexdigest()
        text = self.cache.get(key)
        if text is None:
            text = " ".join(source.split())
            self.cache.set(key, text, tag=name, retry=True)
        return text

    def bundle(self, name, parts):
        with self.cache.transact():
            jobs = [self.pool.submit(self.minified, *part) for part in parts]
            texts = [job.result() for job in jobs]
            self.cache.set("bundle:" + name, "\n".join(texts))
            self.cache.incr("bundles")
        return sum(map(len, texts))

    def close(self):
        self.pool.shutdown()
        self.cache.close()

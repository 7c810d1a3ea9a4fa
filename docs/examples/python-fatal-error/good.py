"""Keep a cache of fonts honest: nothing may be in it twice."""


class FontCache:
    def __init__(self):
        self._fonts = []

    def add(self, name):
        if name not in self._fonts:
            self._fonts.append(name)


cache = FontCache()
for name in ("sans", "serif", "mono", "serif"):
    cache.add(name)
print("fonts are loaded")

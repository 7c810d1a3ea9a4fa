"""Presets: what one does not have, it asks of the one that it is based on."""


class Preset:
    def __init__(self, name, base=None, **values):
        self.name = name
        self.base = base
        self.values = values

    def __getattr__(self, name):
        if name in self.values:
            return self.values[name]
        if self.base is not None:
            return getattr(self.base, name)
        raise AttributeError(name)


class Presets:
    def __init__(self):
        self.by_name = {}

    def add(self, name, base=None, **values):
        self.by_name[name] = Preset(name, self.by_name.get(base), **values)

    def copy(self, name, new):
        """An empty one with the same base."""
        old = self.by_name[name]
        made = Preset.__new__(type(old))
        made.base, made.name = old.base, new
        self.by_name[new] = made
        return made

    def __getitem__(self, name):
        return self.by_name[name]

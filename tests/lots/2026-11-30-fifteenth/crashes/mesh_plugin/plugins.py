"""What may be done with a mesh: plugins are modules with a function apply()."""

import importlib


class Plugins:
    def __init__(self, names):
        self.names = names
        self._loaded = {}

    def __getitem__(self, name):
        if name not in self._loaded:
            if name not in self.names:
                raise KeyError(name)
            self._loaded[name] = importlib.import_module(name)
        return self._loaded[name]

    def run(self, name, mesh, *args):
        return self[name].apply(mesh, *args)

"""Layers of settings: what a layer does not say, the one below says."""

import types
from collections.abc import Mapping


class Layer(Mapping):
    __slots__ = ("own", "below", "name")

    def __init__(self, name, own, below=None):
        self.name = name
        self.own = dict(own)
        self.below = below

    def __getitem__(self, key):
        if key in self.own or self.below is None:
            return self.own[key]
        return self.below[key]

    def __iter__(self):
        seen = set(self.own)
        yield from self.own
        for key in self.below or ():
            if key not in seen:
                yield key

    def __len__(self):
        return sum(1 for _ in self)


class Theme:
    """What is handed out must not be changed by those who get it."""

    def __init__(self, name, settings):
        self._view = types.MappingProxyType(Layer(name, settings))
        self._listeners = []

    @property
    def view(self):
        return self._view

    def listen(self, listener):
        self._listeners.append(listener)

    def reload(self, settings=None):
        if settings:
            self._view = types.MappingProxyType(Layer("reloaded", settings, self._view))
        else:
            self._view = types.MappingProxyType(self._view)
        for listener in self._listeners:
            listener(self._view)

"""Plugins are made of their descriptions when they are imported: a finder of sys.meta_path."""

import importlib.abc
import importlib.util
import sys
import threading


class Loader(importlib.abc.Loader):
    def __init__(self, plugin):
        self.plugin = plugin

    def exec_module(self, module):
        module.word = self.plugin["word"]
        module.helper = importlib.import_module(self.plugin["helper"])


class Finder(importlib.abc.MetaPathFinder):
    def __init__(self):
        self.known = {}
        self.found = []
        self.lock = threading.Lock()

    def describe(self, name, **plugin):
        with self.lock:
            self.known[name] = plugin

    def find_spec(self, name, path=None, target=None):
        with self.lock:
            plugin = self.known.get(name)
            if plugin is None:
                return None
            helper = importlib.util.find_spec(plugin["helper"])
            if helper is None:
                raise ModuleNotFoundError(plugin["helper"])
            self.found.append(name)
            return importlib.util.spec_from_loader(name, Loader(plugin))


finder = Finder()
sys.meta_path.append(finder)

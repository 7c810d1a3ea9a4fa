"""Plugins of the exporter. They are loaded side by side, since some of them are slow to import."""

import concurrent.futures
import importlib
import pkgutil

REGISTRY = {}


def register(name):
    def decorator(function):
        REGISTRY[name] = function
        return function

    return decorator


def load(name):
    return importlib.import_module(f"{__name__}.{name}")  # <-- here


names = [module.name for module in pkgutil.iter_modules(__path__)]
with concurrent.futures.ThreadPoolExecutor(3, thread_name_prefix="load") as pool:
    modules = list(pool.map(load, names))  # <-- here

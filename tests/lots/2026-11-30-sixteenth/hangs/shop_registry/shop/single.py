"""One instance a class, also where several requests come first."""

import threading


class Single(type):
    _instances: dict = {}
    _guard = threading.Lock()

    def __call__(cls, *args, **kwargs):
        found = cls._instances.get(cls)
        if found is None:
            with Single._guard:
                found = cls._instances.get(cls)
                if found is None:
                    found = cls._instances[cls] = super().__call__(*args, **kwargs)
        return found

    @classmethod
    def known(mcs):
        return sorted(kind.__name__ for kind in mcs._instances)

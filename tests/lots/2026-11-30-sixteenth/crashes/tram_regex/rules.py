"""Rules by which the notices of a tram's driver are sorted."""

import ctypes


class Rules:
    def __init__(self, path):
        self._library = ctypes.CDLL(path)
        for name, result, arguments in [
            ("rules_new", ctypes.c_void_p, []),
            ("rules_add", ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]),
            ("rules_match", ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]),
            ("rules_hits", ctypes.c_long, [ctypes.c_void_p, ctypes.c_int]),
            ("rules_free", None, [ctypes.c_void_p]),
        ]:
            function = getattr(self._library, name)
            function.restype = result
            function.argtypes = arguments
        self._rules = self._library.rules_new()
        self.names = []

    def add(self, name, pattern):
        self._library.rules_add(self._rules, name.encode(), pattern.encode())
        self.names.append(name)

    def sort(self, notice):
        at = self._library.rules_match(self._rules, notice.encode())
        return self.names[at] if at >= 0 else None

    def hits(self):
        return {name: self._library.rules_hits(self._rules, at) for at, name in enumerate(self.names)}

    def close(self):
        self._library.rules_free(self._rules)
        self._rules = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

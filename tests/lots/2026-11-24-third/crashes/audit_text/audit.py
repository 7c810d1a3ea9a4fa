"""What users did, by a library that formats as printf does."""

import ctypes


class Audit:
    def __init__(self, path):
        self._library = ctypes.CDLL(path)
        self._library.audit_last.restype = ctypes.c_char_p

    def log(self, text, *values):
        encoded = [v.encode() if isinstance(v, str) else v for v in values]
        self._library.audit_log(text.encode(), *encoded)
        return self._library.audit_last().decode()

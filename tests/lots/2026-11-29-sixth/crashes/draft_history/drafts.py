"""Documents with all of their drafts."""

import ctypes
import os

_library = ctypes.CDLL(os.environ["DRAFTS"])
_library.document_open.restype = ctypes.c_void_p
_library.document_drafts.restype = ctypes.c_long
for _name, *_more in (("save", ctypes.c_char_p), ("drafts",), ("forget",)):
    getattr(_library, f"document_{_name}").argtypes = [ctypes.c_void_p, *_more]


class Document:
    def __init__(self, title):
        self.title = title
        self._handle = _library.document_open()

    def save(self, text):
        _library.document_save(self._handle, text.encode())

    def __len__(self):
        return _library.document_drafts(self._handle)

    def forget(self):
        """Only the text as it stands is of interest from now on."""
        _library.document_forget(self._handle)

import ctypes
from contextlib import contextmanager


class Paper:
    def __init__(self, path, width=24, amount=8):
        self.width = width
        self.amount = amount
        self.library = ctypes.CDLL(path)
        self.library.receipt_line.restype = ctypes.c_void_p
        self.library.receipt_line.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int]
        self.library.receipt_amount.restype = ctypes.c_void_p
        self.library.receipt_amount.argtypes = [ctypes.c_long, ctypes.c_int]
        self.library.receipt_free.argtypes = [ctypes.c_void_p]

    @contextmanager
    def _text(self, address):
        try:
            yield ctypes.string_at(address)
        finally:
            self.library.receipt_free(address)

    def line(self, article, cents):
        with self._text(self.library.receipt_amount(cents, self.amount)) as amount:
            with self._text(self.library.receipt_line(article.encode(), amount, self.width)) as line:
                return line.decode()

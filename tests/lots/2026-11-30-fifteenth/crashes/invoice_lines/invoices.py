import ctypes
import dataclasses
import os

_lib = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "invoice.so"))
_lib.invoice_line.argtypes = [ctypes.c_char_p, ctypes.c_double, ctypes.c_int, ctypes.POINTER(ctypes.c_double)]
_lib.invoice_message.restype = ctypes.c_char_p


class InvoiceError(ValueError):
    pass


@dataclasses.dataclass
class Line:
    article: str
    net: float
    pieces: int = 1
    rate: str = "standard"

    def gross(self):
        amount = ctypes.c_double()
        code = _lib.invoice_line(self.rate.encode(), self.net, self.pieces, ctypes.byref(amount))
        if code:
            raise InvoiceError(f"{self.article}: {_lib.invoice_message().decode()}")
        return amount.value

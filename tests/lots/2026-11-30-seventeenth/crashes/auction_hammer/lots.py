import ctypes


def load(path):
    library = ctypes.CDLL(path)
    library.lot_open.restype = ctypes.c_void_p
    library.lot_open.argtypes = [ctypes.c_long, ctypes.c_int]
    library.lot_bid.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_long]
    library.lot_bid.restype = None
    library.lot_result.argtypes = [ctypes.c_void_p]
    library.lot_result.restype = ctypes.c_long
    library.lot_close.argtypes = [ctypes.c_void_p]
    library.lot_close.restype = None
    return library


class Lot:
    """A lot that is sold as soon as somebody offers its limit."""

    def __init__(self, library, title, limit, patience=40):
        self.library = library
        self.title = title
        self.handle = library.lot_open(limit, patience)

    def bid(self, bidder, amount):
        self.library.lot_bid(self.handle, bidder, amount)

    def result(self):
        amount, bidder = divmod(self.library.lot_result(self.handle), 10)
        return bidder, amount

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.library.lot_close(self.handle)

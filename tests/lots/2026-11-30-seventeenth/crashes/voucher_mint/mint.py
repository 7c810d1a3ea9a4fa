import ctypes


class Mint:
    def __init__(self, path, seed, size=12):
        self.size = size
        self.library = ctypes.CDLL(path)
        self.library.mint_open.restype = ctypes.c_void_p
        self.library.mint_open.argtypes = [ctypes.c_uint64]
        self.library.mint_voucher.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
        self.handle = self.library.mint_open(seed)
        if not self.handle:
            raise MemoryError("no page for the mint")

    def voucher(self):
        code = ctypes.create_string_buffer(self.size + 1)
        self.library.mint_voucher(self.handle, code, self.size)
        return code.value.decode()

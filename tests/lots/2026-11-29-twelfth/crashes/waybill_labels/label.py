import ctypes


class Labels:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.label_make.argtypes = [
            ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int
        ]

    def make(self, start, end, number):
        label = ctypes.create_string_buffer(64)
        self.library.label_make(start.encode(), end.encode(), number, label, len(label))
        return label.value.decode()

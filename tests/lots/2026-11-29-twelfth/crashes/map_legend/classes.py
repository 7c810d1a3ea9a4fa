import ctypes


class Scale(ctypes.Structure):
    _fields_ = [("least", ctypes.c_int), ("most", ctypes.c_int), ("classes", ctypes.c_int)]


class Classifier:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.count_classes.restype = None

    def count(self, values, classes):
        """How many values are in each class, from the least to the greatest."""
        scale = Scale(min(values), max(values), classes)
        counts = (ctypes.c_int * classes)()
        numbers = (ctypes.c_int * len(values))(*values)
        self.library.count_classes(ctypes.byref(scale), numbers, len(values), counts)
        return list(counts)

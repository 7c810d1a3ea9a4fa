import ctypes


class Stage:
    def __init__(self, path, strength):
        self.library = ctypes.CDLL(path)
        self.strength = strength

    def __call__(self, samples):
        strength = ctypes.c_float(self.strength)
        self.library.gain_apply(ctypes.c_size_t(len(samples)), strength, samples.ctypes.data)
        return samples

import ctypes

TABLE = ctypes.string_at(0)  # <-- here

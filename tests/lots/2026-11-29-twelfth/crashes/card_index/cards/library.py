import ctypes
import functools
import os


@functools.lru_cache(maxsize=None)
def library():
    """The library that CARD_INDEX names."""
    found = ctypes.CDLL(os.environ["CARD_INDEX"])
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    for name, result, arguments in (
        ("table_new", pointer, []),
        ("table_add", ctypes.c_int, [pointer, text, ctypes.c_int]),
        ("table_free", None, [pointer]),
        ("cursor_open", pointer, [pointer]),
        ("cursor_next", ctypes.c_int, [pointer, ctypes.POINTER(text)]),
        ("cursor_close", None, [pointer]),
    ):
        function = getattr(found, name)
        function.restype = result
        function.argtypes = arguments
    return found

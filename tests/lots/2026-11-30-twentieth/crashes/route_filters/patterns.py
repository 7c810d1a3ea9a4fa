"""Extended POSIX patterns of the C library, as the routers understand them."""
import contextlib
import ctypes

_libc = ctypes.CDLL(None)
_libc.regcomp.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
_libc.regexec.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_int]
_libc.regfree.argtypes = [ctypes.c_void_p]
EXTENDED, NOSUB = 1, 8


class PatternError(ValueError):
    pass


@contextlib.contextmanager
def compiled(pattern):
    memory = ctypes.create_string_buffer(64)
    code = _libc.regcomp(memory, pattern.encode(), EXTENDED | NOSUB)
    if code:
        raise PatternError(f"code {code} for {pattern[:40]!r}")
    try:
        yield lambda text: _libc.regexec(memory, text.encode(), 0, None, 0) == 0
    finally:
        _libc.regfree(memory)

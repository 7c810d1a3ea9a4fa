# Byte code that takes a value from the stack that nobody put there.
# https://github.com/python/cpython/issues/123731
import dis

answer = lambda: None  # noqa: E731
drop = bytes([dis.opmap["POP_TOP"], 0])
answer.__code__ = answer.__code__.replace(co_code=drop * 8 + answer.__code__.co_code)
answer()  # <-- here

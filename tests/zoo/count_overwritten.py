# zoo: cause=refcount-corruption signal=SIGSEGV|SIGABRT|SIGBUS gil=needed
import ctypes


class Token:
    def __init__(self, text):
        self.text = text


def unshare(token):
    count = ctypes.c_uint32.from_address(id(token))
    count.value = 2


def parse():
    token = Token("if")
    tokens = [token, token, token]
    unshare(token)
    del token
    tokens[1] = tokens[2] = None
    filler = [b"x" * n for n in range(12, 480)]
    return tokens[0].text, filler  # <-- here


print(parse()[0])

"""Care tags for rolls of cloth."""
import ctypes
import sys

CLOTHS = [("shirting", "cotton"), ("lining", "viscose"), ("net", "50 cotton 50 linen"), ("shell", "100%nylon"), ("felt", "wool")]


class Roll:
    def __init__(self, library, room=4096):
        self.library = library
        library.roll_new.restype = library.roll_text.argtypes = None
        library.roll_new.restype = ctypes.c_void_p
        library.roll_new.argtypes = [ctypes.c_size_t]
        library.roll_print.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        library.roll_text.argtypes = library.roll_free.argtypes = [ctypes.c_void_p]
        library.roll_text.restype = ctypes.c_char_p
        self.handle = library.roll_new(room)

    def tag(self, cloth, content):
        line = f"{cloth}: {content}\n"
        return self.library.roll_print(self.handle, ctypes.create_string_buffer(line.encode()))

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.library.roll_free(self.handle)


def main():
    with Roll(ctypes.CDLL(sys.argv[1])) as roll:
        for cloth, content in CLOTHS:
            print(roll.tag(cloth, content), cloth, flush=True)
        print(roll.library.roll_text(roll.handle).decode())


if __name__ == "__main__":
    main()

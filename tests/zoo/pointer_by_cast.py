# zoo: cause=out-of-bounds signal=SIGSEGV core=yes names=words first=yes
import ctypes


def pick(words, positions):
    return [words[3 * position] for position in positions]  # <-- here


def main():
    text = ctypes.create_string_buffer(b"what lies here is taken for numbers")
    words = ctypes.cast(text, ctypes.POINTER(ctypes.c_int))
    print(pick(words, [0, 1, 2]))
    print(pick(words, [1, 700_000_000]))


main()

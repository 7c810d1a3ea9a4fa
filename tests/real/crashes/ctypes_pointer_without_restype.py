# A function that returns a pointer has no restype: ctypes takes it for a C int and cuts it.
# https://github.com/Roger/escrotum/pull/22
import ctypes

libc = ctypes.CDLL(None)


def open_display(path):
    return libc.fopen(path, b"r")


def read_line(display):
    line = ctypes.create_string_buffer(80)
    libc.fgets(line, len(line), display)  # <-- here
    return line.value


display = open_display(b"/etc/passwd")  # <-- also
print(read_line(display))

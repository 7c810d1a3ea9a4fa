# zoo: cause=bad-code-pointer signal=SIGSEGV
import ctypes

CODE = bytes.fromhex("b82a000000c3")


def run(code):
    buffer = ctypes.create_string_buffer(code)
    function = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(buffer))
    return function()  # <-- here


print(run(CODE))

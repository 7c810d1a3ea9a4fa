# zoo: cause=uncaught-cpp-exception signal=SIGABRT needs=torch text=c10::Error,expected_more_rows
import ctypes
import os

import torch

c10 = ctypes.CDLL(os.path.join(os.path.dirname(torch.__file__), "lib", "libc10.so"))
check_fail = getattr(c10, "_ZN3c106detail14torchCheckFailEPKcS2_jS2_")


def validate(rows):
    if rows < 10:
        check_fail(b"validate", b"rows.cpp", 17, b"expected_more_rows")  # <-- here


validate(12)
validate(3)

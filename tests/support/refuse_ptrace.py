"""Run a command under a seccomp filter that refuses ptrace, as container runtimes install it.

python refuse_ptrace.py errno|kill COMMAND [ARG...]       errno: EPERM; kill: SIGSYS
"""

import ctypes
import os
import struct
import sys

PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, FILTER = 22, 38, 2
AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}[os.uname().machine]
PTRACE = {"x86_64": 101, "aarch64": 117}[os.uname().machine]
ALLOW = 0x7FFF0000
ANSWER = {"errno": 0x00050001, "kill": 0x80000000}
LOAD, JUMP_EQUAL, RETURN = 0x20, 0x15, 0x06


def instruction(code: int, if_true: int, if_false: int, value: int) -> bytes:
    """struct sock_filter (include/uapi/linux/filter.h)."""
    return struct.pack("<HBBI", code, if_true, if_false, value)


def main() -> None:
    program = (
        instruction(LOAD, 0, 0, 4)  # seccomp_data.arch
        + instruction(JUMP_EQUAL, 0, 2, AUDIT_ARCH)
        + instruction(LOAD, 0, 0, 0)  # seccomp_data.nr
        + instruction(JUMP_EQUAL, 1, 0, PTRACE)
        + instruction(RETURN, 0, 0, ALLOW)
        + instruction(RETURN, 0, 0, ANSWER[sys.argv[1]])
    )
    buffer = ctypes.create_string_buffer(program)
    # struct sock_fprog: u16 length in instructions, padding, pointer.
    filter_program = struct.pack("<H6xQ", len(program) // 8, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    for option, value, pointer in ((PR_SET_NO_NEW_PRIVS, 1, 0), (PR_SET_SECCOMP, FILTER, None)):
        argument = filter_program if pointer is None else 0
        if libc.prctl(option, value, argument, 0, 0) != 0:
            sys.exit(f"prctl({option}): {os.strerror(ctypes.get_errno())}")
    os.execvp(sys.argv[2], sys.argv[2:])


main()

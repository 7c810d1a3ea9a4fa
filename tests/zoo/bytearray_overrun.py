# zoo: cause=out-of-bounds signal=SIGSEGV names=frame,target
import ctypes


def fill(frame, length):
    target = (ctypes.c_char * len(frame)).from_buffer(frame)
    ctypes.memset(target, 0x20, length)  # <-- here


def main():
    frame = bytearray(640 * 480)
    fill(frame, 640 * 480 * 4096)


main()

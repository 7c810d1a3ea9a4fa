"""Wait for the tide: the harbour's clock is asked through the C library, each half a minute."""

import threading

import cffi

ffi = cffi.FFI()
ffi.cdef("""
    struct pollfd { int fd; short events; short revents; };
    int poll(struct pollfd *, unsigned long, int);
    long time(long *);
""")
libc = ffi.dlopen(None)


class Tide:
    def __init__(self):
        self.turned = threading.Condition()
        self.height = 0

    def wait(self, milliseconds):
        if libc.poll(ffi.NULL, 0, milliseconds) != 0:
            raise OSError("interrupted")
        with self.turned:
            self.height += 1
            self.turned.notify_all()


def boat(tide, name, draught):
    with tide.turned:
        tide.turned.wait_for(lambda: tide.height >= draught)
    print(name, "leaves", flush=True)


def main():
    tide = Tide()
    boats = [threading.Thread(target=boat, args=(tide, f"boat {n}", n), name=f"boat {n}") for n in range(1, 9)]
    for each in boats:
        each.start()
    begun = libc.time(ffi.NULL)
    while any(each.is_alive() for each in boats):
        tide.wait(28_000)
    print(libc.time(ffi.NULL) - begun, "s")


if __name__ == "__main__":
    main()

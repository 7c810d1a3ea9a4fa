"""Lock keepers at a canal: boats wait at a semaphore of the C library, with a limit of time each try."""

import threading
import time

import cffi

ffi = cffi.FFI()
ffi.cdef(
    """
    typedef union { char size[32]; long align; } sem_t;
    struct timespec { long tv_sec; long tv_nsec; };
    int sem_init(sem_t *sem, int shared, unsigned value);
    int sem_timedwait(sem_t *sem, const struct timespec *until);
    int sem_post(sem_t *sem);
    """
)
libc = ffi.dlopen(None)


class Chamber:
    def __init__(self):
        self.sem = ffi.new("sem_t *")
        if libc.sem_init(self.sem, 0, 1):
            raise OSError(ffi.errno)

    def enter(self, patience=30):
        until = ffi.new("struct timespec *", {"tv_sec": int(time.time()) + patience, "tv_nsec": 0})
        return libc.sem_timedwait(self.sem, until) == 0

    def leave(self):
        libc.sem_post(self.sem)


def boat(name, chamber, ways):
    for way in range(ways):
        while not chamber.enter():
            print(name, "still waits", flush=True)
        time.sleep(11)
        chamber.leave()
        print(name, "is through", way, flush=True)
        time.sleep(0.1)


def main():
    chamber = Chamber()
    boats = [
        threading.Thread(target=boat, args=(name, chamber, 20), name=name) for name in ("Nora", "Otter", "Pip")
    ]
    for thread in boats:
        thread.start()
    for thread in boats:
        thread.join()


if __name__ == "__main__":
    main()

# The memory of an emulator is gone through while a hook, and so a cycle, keeps it.
# https://github.com/unicorn-engine/unicorn/issues/1641
import unicorn

BASE = 0x50060800


class Board:
    def __init__(self):
        self.emulator = unicorn.Uc(
            unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS
        )
        self.emulator.mem_map(BASE, 0x400)
        self.emulator.hook_add(unicorn.UC_HOOK_MEM_READ, self.read, begin=BASE, end=BASE + 4)

    def read(self, emulator, access, address, size, value, data):
        print(hex(address))

    def __del__(self):
        for start, end, _ in self.emulator.mem_regions():  # <-- here
            self.emulator.mem_unmap(start, end - start + 1)


def used():
    board = Board()
    return len(list(board.emulator.mem_regions()))


print([used() for _ in range(3)])

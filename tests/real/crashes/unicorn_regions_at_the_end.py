# An emulator whose memory could not be mapped is asked for its regions as it goes.
# https://github.com/unicorn-engine/unicorn/issues/1641
import unicorn


class Board:
    def __init__(self):
        self.emulator = unicorn.Uc(
            unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS
        )
        self.emulator.mem_map(0x50060800, 0x400)
        self.emulator.hook_add(
            unicorn.UC_HOOK_MEM_READ, self.on_read, begin=0x50060804, end=0x50060804
        )

    def on_read(self, _emulator, _access, address, _size, _value, _data):
        print(hex(address))

    def __del__(self):
        for start, end, _ in self.emulator.mem_regions():
            self.emulator.mem_unmap(start, end - start + 1)  # <-- here


board = Board()
del board  # <-- also

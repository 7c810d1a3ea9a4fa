"""The machine itself: an x86 of 32 bits with two regions of memory."""

import logging
import struct

from unicorn import UC_ARCH_X86, UC_MODE_32, Uc
from unicorn.x86_const import UC_X86_REG_EAX, UC_X86_REG_ECX, UC_X86_REG_ESP

from .memory import RAM, ROM, Map

log = logging.getLogger(__name__)


class Machine:
    def __init__(self):
        self.core = Uc(UC_ARCH_X86, UC_MODE_32)
        self.map = Map(self.core)
        self.map.ram(RAM)

    def insert(self, image):
        self.map.cartridge(ROM, image)
        log.info("cartridge of %d bytes", len(image))

    def call(self, entry, count):
        self.core.reg_write(UC_X86_REG_ESP, RAM.size - 16)
        self.core.reg_write(UC_X86_REG_EAX, 0)
        self.core.reg_write(UC_X86_REG_ECX, count)
        self.core.emu_start(ROM.address + entry.start, ROM.address + entry.stop)
        return self.core.reg_read(UC_X86_REG_EAX)

    def peek(self, address):
        return struct.unpack("<I", self.core.mem_read(address, 4))[0]

"""The memory map of the console."""

import ctypes
from dataclasses import dataclass

from unicorn import UC_PROT_ALL, UC_PROT_EXEC, UC_PROT_READ


@dataclass
class Region:
    name: str
    address: int
    size: int
    rights: int = UC_PROT_ALL


RAM = Region("ram", 0x0000_0000, 0x10_0000)
ROM = Region("rom", 0x0040_0000, 0x20_0000, UC_PROT_READ | UC_PROT_EXEC)


class Map:
    def __init__(self, machine):
        self.machine = machine
        self.regions = []

    def ram(self, region):
        self.machine.mem_map(region.address, region.size, region.rights)
        self.regions.append(region)

    def cartridge(self, region, image):
        """A cartridge is not copied: the machine reads it where it is."""
        pages = ctypes.create_string_buffer(image, region.size)
        self.machine.mem_map_ptr(region.address, region.size, region.rights, ctypes.addressof(pages))
        self.regions.append(region)

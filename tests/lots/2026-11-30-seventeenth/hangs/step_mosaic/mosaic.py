"""Mosaics of pictures: the sampling is done in C, by cffi."""

import dataclasses

import cffi

ffi = cffi.FFI()
ffi.cdef("""
struct picture { int width, height; const uint8_t *pixels; };
int mosaic_sample(const struct picture *p, int columns, int rows, double *stones, int room);
""")


@dataclasses.dataclass
class Picture:
    name: str
    width: int
    height: int
    pixels: bytes


class Sampler:
    def __init__(self, library):
        self.library = ffi.dlopen(library)

    def sample(self, picture, columns, rows):
        pixels = ffi.from_buffer("uint8_t[]", picture.pixels)
        shape = ffi.new("struct picture *", {
            "width": picture.width, "height": picture.height, "pixels": pixels,
        })
        stones = ffi.new("double[]", columns * rows)
        used = self.library.mosaic_sample(shape, columns, rows, stones, len(stones))
        return [stones[at] for at in range(used)]

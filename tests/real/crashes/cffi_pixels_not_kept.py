# A structure points to pixels that ffi.new made, and nothing else keeps them.
# https://github.com/libgit2/pygit2/pull/706
import os
import subprocess
import tempfile

import cffi

SOURCE = """
struct image { int width; int height; unsigned char *pixels; };
long brightness(const struct image *image)
{
    long sum = 0;
    for (int row = 0; row < image->height; row++)
        for (int column = 0; column < image->width; column++)
            sum += image->pixels[row * image->width + column];
    return sum;
}
"""

folder = tempfile.mkdtemp()
source = os.path.join(folder, "image.c")
with open(source, "w") as file:
    file.write(SOURCE)
path = os.path.join(folder, "libimage.so")
subprocess.run(["gcc", "-g", "-O1", "-shared", "-fPIC", source, "-o", path], check=True)

ffi = cffi.FFI()
ffi.cdef("""
struct image { int width; int height; unsigned char *pixels; };
long brightness(const struct image *image);
""")
library = ffi.dlopen(path)


def new_image(width, height):
    image = ffi.new("struct image *")
    image.width, image.height = width, height
    image.pixels = ffi.new("unsigned char[]", width * height)  # <-- also
    return image


image = new_image(1920, 1080)
print(library.brightness(image))  # <-- here

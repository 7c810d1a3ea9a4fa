# The factor of a reduction is so large that the size of the result overflows.
# https://github.com/python-pillow/Pillow/issues/9903
from PIL import Image


def thumbnail(picture, factor):
    return picture.reduce(factor)  # <-- here


picture = Image.new("L", (4, 4))
print(thumbnail(picture, 2).size)
print(thumbnail(picture, 2**31 - 1).size)

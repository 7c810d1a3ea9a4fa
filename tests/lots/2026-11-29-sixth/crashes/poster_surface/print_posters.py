"""Draws a poster for each concert, and looks how much ink each takes."""

import sys

from poster import Poster

CONCERTS = {"choir": (600, 800), "brass": (3000, 4000)}


def ink(pixels, pitch, rows):
    return sum(pixels[row * pitch + 7] & 0xFF for row in range(rows))


def draw(width, height):
    with Poster(width, height) as poster:
        for band in range(8):
            poster.band(band * height // 8, height // 8, 0xFF0000FF + band * 16)
        return poster.pixels()


def main():
    for concert in sys.argv[1:] or CONCERTS:
        width, height = CONCERTS[concert]
        pixels, pitch = draw(width, height)
        print(concert, "takes", ink(pixels, pitch, height), flush=True)


if __name__ == "__main__":
    main()

"""Posters are put together from pictures, with raylib's images."""

import argparse
import logging

import pyray

log = logging.getLogger("poster")


class Picture:
    def __init__(self, width, height, colour):
        self.image = pyray.gen_image_color(width, height, colour)

    def framed(self, colour):
        pyray.image_draw_line(self.image, 0, 0, self.image.width, 0, colour)
        return self

    def border(self, place):
        """Of the picture, on the poster."""
        pyray.draw_rectangle(place, place, self.image.width, self.image.height, pyray.GRAY)


class Poster:
    def __init__(self, shown):
        self.shown = shown
        self.pictures = []

    def add(self, *args):
        self.pictures.append(Picture(*args).framed(pyray.BLACK))

    def draw(self):
        if self.shown:
            pyray.init_window(640, 480, "poster")
        for number, picture in enumerate(self.pictures):
            log.info("picture %d, %d pixels wide", number, picture.image.width)
            picture.border(10 * number)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shown", action="store_true", help="in a window")
    logging.basicConfig(level=logging.INFO)
    poster = Poster(parser.parse_args().shown)
    for width in (64, 128, 256):
        poster.add(width, 90, pyray.RAYWHITE)
    poster.draw()


if __name__ == "__main__":
    main()

"""Import the photos of some albums."""

import contextlib
import logging
import tempfile

from index import catalogue, thumbnails

ALBUMS = {"Gotland": 5, "garden": 3, "Vättern": 4}


def photos(album, count):
    for number in range(1, count + 1):
        yield f"{album.lower()}-{number:03}.jpg"


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.closing(thumbnails.Thumbnails()) as small,
    ):
        index = catalogue.Catalogue(folder, small)
        for album, count in ALBUMS.items():
            index.add(album, photos(album, count))
            print(album, len(index), flush=True)


if __name__ == "__main__":
    main()

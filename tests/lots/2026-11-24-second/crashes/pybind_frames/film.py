import dataclasses
import os

import pybind11

import compiled

HERE = os.path.dirname(os.path.abspath(__file__))
frames = compiled.load(os.path.join(HERE, "frames.cpp"), f"-I{pybind11.get_include()}")


@dataclasses.dataclass
class Film:
    height: int
    width: int
    length: int

    def first(self):
        """The first frame, for the list of films."""
        return frames.Decoder(self.height, self.width).frame(0)


def poster(film):
    picture = film.first()
    return picture.reshape(film.height, film.width).mean()  # <-- here


if __name__ == "__main__":
    for film in (Film(2160, 3840, 90), Film(1080, 1920, 2000)):
        print(film, poster(film), flush=True)

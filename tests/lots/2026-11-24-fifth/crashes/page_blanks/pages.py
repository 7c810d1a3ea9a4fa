"""Pages as arrays of pixels."""

import contextlib
import dataclasses

import numpy as np
import pypdfium2


@dataclasses.dataclass
class Picture:
    number: int
    pixels: np.ndarray

    def ink(self):
        return float((self.pixels < 128).mean())


class Scan:
    def __init__(self, data, scale):
        self.document = pypdfium2.PdfDocument(data)
        self.scale = scale

    @contextlib.contextmanager
    def bitmap(self, number):
        page = self.document[number]
        bitmap = page.render(scale=self.scale, grayscale=True)
        try:
            yield bitmap
        finally:
            bitmap.close()
            page.close()

    def picture(self, number):
        with self.bitmap(number) as bitmap:
            return Picture(number, bitmap.to_numpy())

    def pictures(self):
        for number in range(len(self.document)):
            yield self.picture(number)

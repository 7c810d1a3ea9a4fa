"""Mixes the songs of an evening; each band waits for its song."""

import concurrent.futures
import time

from _mixer import Mixer


class Studio:
    def __init__(self):
        self.mixer = Mixer()

    def mix(self, band):
        for song in range(20):
            number = self.mixer.submit(8)
            self.mixer.wait(number)
            print(time.strftime("%X"), band, "song", song, flush=True)
        return band


def main():
    studio = Studio()
    with concurrent.futures.ThreadPoolExecutor(3, "band") as pool:
        print(*pool.map(studio.mix, ("Kiesel", "Nordlicht", "Trio Brand")))


if __name__ == "__main__":
    main()

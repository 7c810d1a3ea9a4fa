"""Which instrument is the loudest?"""

import logging
import sys

import waves

log = logging.getLogger("instruments")
INSTRUMENTS = {"flute": 3000, "horn": 8000, "kettledrum": 20000, "triangle": 500}


def measure(cache):
    for name, count in INSTRUMENTS.items():
        with cache.wave(name, count) as wave:
            log.info("%s: %d samples", name, count)
            power = wave.power
        yield power, wave


def main():
    logging.basicConfig(level=logging.INFO)
    measured = sorted(measure(waves.Cache(sys.argv[1])), key=lambda found: -found[0])
    for power, wave in measured:
        print(f"{power:.4f} {wave.name}", flush=True)


if __name__ == "__main__":
    main()

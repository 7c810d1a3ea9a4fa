"""Encodes films; one line a film on standard output, its log on standard error."""

import sys
import time


def log(film, frame, quality):
    sys.stderr.write(
        f"frame={frame:5d} fps= 25 q={quality:.1f} size={frame * 11:8d}kB bitrate=  901.1kbits/s"
        f" speed=1.02x film={film} lookahead=40 threads=2 preset=slow\n"
    )


def main(films):
    for film in films:
        for frame in range(0, 1200, 10):
            log(film, frame, 20 + frame % 7)
        time.sleep(0.05)
        print(film, "ok", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

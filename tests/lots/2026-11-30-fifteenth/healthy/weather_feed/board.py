"""Shows readings as they come from a library that calls back."""

import sys
import threading

from weather import Weather


def show(weather):
    while True:
        with weather.changed:
            weather.changed.wait()
            text = ", ".join(f"{station}: {celsius}" for station, celsius in sorted(weather.latest.items()))
        print(text, flush=True)


def main():
    weather = Weather()
    threading.Thread(target=show, args=(weather,), name="board", daemon=True).start()
    return weather.run()


if __name__ == "__main__":
    sys.exit(main())

"""An evening at the door: blocks of a second, with a knock now and then."""

import numpy as np
from listener import Listener
from ring import Samples

RATE = 22050


def block(second):
    sound = 0.2 * np.sin(np.arange(RATE) * 0.05)
    if second % 7 == 0:
        sound[100:140] = 1.0
    return sound


def main():
    listener = Listener(Samples(4 * RATE), RATE)
    for second in range(90):
        listener.listen(block(second))
        if second % 10 == 0:
            print(second, len(listener.loud), round(sum(listener.energy()), 1), flush=True)


if __name__ == "__main__":
    main()

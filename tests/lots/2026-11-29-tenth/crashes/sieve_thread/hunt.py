"""Look for twins among the primes, in a thread with a small stack, of which there may be many."""

import itertools
import threading

from primes import primes


def twins(number):
    found = 0
    for one, other in itertools.pairwise(primes()):
        if other - one == 2:
            found += 1
            if found % 100 == 0:
                print(found, "twins up to", other, flush=True)
        if found == number:
            return


threading.stack_size(128 * 1024)
hunter = threading.Thread(target=twins, args=(2000,), name="hunter")
hunter.start()
hunter.join()

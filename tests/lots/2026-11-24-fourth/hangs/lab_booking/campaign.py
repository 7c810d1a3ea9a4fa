"""Measures the samples of a campaign with two instruments and four processes."""

import logging
import multiprocessing

from instruments import Instrument, InstrumentError

logging.basicConfig(level=logging.INFO, format="%(processName)s %(message)s")
log = logging.getLogger("campaign")


def technician(instruments, samples, results):
    for sample in samples:
        instrument = instruments[hash(sample) % len(instruments)]
        try:
            results[sample] = instrument.measure(sample)
        except InstrumentError as error:
            log.warning("left out: %s", error)
    log.info("done with %d samples", len(samples))


def main():
    context = multiprocessing.get_context("spawn")
    with context.Manager() as manager:
        journal, results = manager.list(), manager.dict()
        instruments = [Instrument(n, manager.Lock(), journal) for n in ("scale", "laser")]
        samples = list(range(1, 41))
        processes = [
            context.Process(
                target=technician,
                args=(instruments, samples[first::4], results),
                name=f"technician-{first}",
            )
            for first in range(4)
        ]
        for process in processes:
            process.start()
        for process in processes:
            process.join()
        print(len(results), "results,", len(journal), "lines in the journal")


if __name__ == "__main__":
    main()

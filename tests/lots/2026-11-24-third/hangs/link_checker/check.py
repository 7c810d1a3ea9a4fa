"""Check all links of some sites, with a pool of threads."""

import concurrent.futures
import dataclasses
import time

from pages import Gone, Site
from slots import Slots
import gauges


@dataclasses.dataclass
class Result:
    link: str
    state: str


class Checker:
    def __init__(self, each=2, workers=6):
        self.slots = Slots(each)
        self.pool = concurrent.futures.ThreadPoolExecutor(workers, thread_name_prefix="check")

    @gauges.counted
    def check(self, site, link):
        try:
            with self.slots.slot(site.name):
                site.fetch(link)
        except Gone:
            return Result(link, "gone")
        return Result(link, "fine")

    def check_all(self, sites):
        with self.pool:
            jobs = [self.pool.submit(self.check, s, link) for s in sites for link in s.links()]
            for job in concurrent.futures.as_completed(jobs):
                yield job.result()


def main():
    sites = [Site("mill.example", 12), Site("ferry.example", 20, gone=(0, 1)), Site("lamp.example", 9)]
    started = time.monotonic()
    for number, result in enumerate(Checker().check_all(sites), 1):
        print(number, result.link, result.state, f"{time.monotonic() - started:.1f}", flush=True)


if __name__ == "__main__":
    with gauges.running():
        main()

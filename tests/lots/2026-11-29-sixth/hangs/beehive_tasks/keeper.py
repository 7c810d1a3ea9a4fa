"""A beekeeper's service: looks after all hives now and then, as a service of aiomisc."""

import asyncio
import logging

import aiomisc
from aiomisc.service.periodic import PeriodicService
from hives import Hive

log = logging.getLogger("keeper")


class Keeper(aiomisc.Service):
    hives = ()

    async def start(self):
        self.start_event.set()
        self.rounds = 0
        while True:
            judged = await asyncio.gather(*(hive.judge() for hive in self.hives))
            self.rounds += 1
            log.info("round %d: %s", self.rounds, judged)
            await asyncio.sleep(0.5)


class Weather(PeriodicService):
    temperature = 18.0

    async def callback(self):
        self.temperature += 0.1


def main():
    hives = [Hive(number) for number in range(6)]
    services = [Keeper(hives=hives), Weather(interval=1, delay=0)]
    with aiomisc.entrypoint(*services, pool_size=4, log_format="plain") as loop:
        loop.run_forever()


if __name__ == "__main__":
    main()

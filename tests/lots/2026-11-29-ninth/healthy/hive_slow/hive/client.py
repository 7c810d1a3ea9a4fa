"""What runs at the hive."""

import asyncio
import random

import grpclib.client

from hive import wire


class Hive:
    def __init__(self, name, channel):
        self.name = name
        self.sum_up = grpclib.client.StreamUnaryMethod(channel, wire.SUM_UP, dict, dict)
        self.chance = random.Random(name)

    def weights(self, hours):
        grams = 41000
        for hour in range(hours):
            grams += self.chance.randrange(-80, 200) if 6 < hour % 24 < 20 else -10
            yield {"hive": self.name, "hour": hour, "grams": grams}

    async def report(self, hours):
        async with self.sum_up.open() as stream:
            for weight in self.weights(hours):
                await asyncio.sleep(6)
                await stream.send_message(weight)
            await stream.end()
            return await stream.recv_message()

"""The service: sums up the weights that a hive sends, when it has sent them all."""

import logging

import grpclib.const

from hive import wire

log = logging.getLogger("hive.service")


class Scale:
    def __init__(self):
        self.seen = 0

    async def sum_up(self, stream):
        weights = []
        async for message in stream:
            self.seen += 1
            weights.append(message["grams"])
        log.info("%d weights", len(weights))
        await stream.send_message({"mean": sum(weights) / len(weights), "gain": weights[-1] - weights[0]})

    def __mapping__(self):
        return {wire.SUM_UP: grpclib.const.Handler(self.sum_up, wire.KIND, dict, dict)}

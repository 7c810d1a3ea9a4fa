"""Departures; who looks waits for the next change."""

import asyncio
import datetime

import tornado.locks


class Board:
    def __init__(self):
        self.rows = []
        self.change = tornado.locks.Condition()

    async def wait_for_change(self, seconds):
        return await self.change.wait(timeout=datetime.timedelta(seconds=seconds))

    def depart(self, train):
        self.rows.append(train)
        self.change.notify_all()

    async def run(self, pause):
        number = 0
        while True:
            await asyncio.sleep(pause)
            number += 1
            self.depart(f"train {number}")

"""The market's board, by the channel layer of Django channels, in memory."""

from channels.layers import InMemoryChannelLayer


class Board:
    def __init__(self, capacity):
        self.layer = InMemoryChannelLayer(capacity=capacity, expiry=3600)

    async def open_stall(self, name):
        channel = await self.layer.new_channel(name)
        await self.layer.group_add("market", channel)
        return channel

    async def price(self, fruit, price):
        await self.layer.group_send("market", {"type": "price", "fruit": fruit, "price": price})

    async def close(self):
        await self.layer.group_send("market", {"type": "close"})

    async def hear(self, channel):
        return await self.layer.receive(channel)

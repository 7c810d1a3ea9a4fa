"""Belts of a cannery are channels: a stage takes from one and puts on the next."""

from aiochannel import Channel


class Belt:
    def __init__(self, name, room):
        self.name = name
        self.channel = Channel(room)
        self.carried = 0

    async def put(self, tin):
        await self.channel.put(tin)
        self.carried += 1

    def __aiter__(self):
        return self.channel.__aiter__()

    def end(self):
        self.channel.close()

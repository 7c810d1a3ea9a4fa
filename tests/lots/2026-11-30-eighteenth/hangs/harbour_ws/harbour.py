"""The harbour tells ships of their berths, over web sockets."""

import json

from trio_websocket import ConnectionClosed


class Harbour:
    def __init__(self, berths):
        self.berths = berths

    async def serve(self, request):
        ws = await request.accept()
        try:
            name = json.loads(await ws.get_message())["ship"]
            for number, berth in enumerate(self.berths):
                await ws.send_message(json.dumps({"ship": name, "berth": berth, "number": number}))
            while True:
                await ws.get_message()
        except ConnectionClosed:
            pass

import time
import uuid


class RequestId:
    """Gives each answer a header with a number of its own."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        number = uuid.uuid4().hex.encode()

        async def numbered(message):
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", number)]
            await send(message)

        await self.app(scope, receive, numbered)


class Timing:
    """Adds up how long answers take, from the first message to the last."""

    def __init__(self, app):
        self.app = app
        self.seconds = 0.0
        self.answers = 0

    async def __call__(self, scope, receive, send):
        started = time.perf_counter()

        async def timed(message):
            if message["type"] == "http.response.start":
                await send(message)
            elif message["type"] == "http.response.body":
                await send(message)
                if not message.get("more_body"):
                    self.seconds += time.perf_counter() - started
                    self.answers += 1

        await self.app(scope, receive, timed)

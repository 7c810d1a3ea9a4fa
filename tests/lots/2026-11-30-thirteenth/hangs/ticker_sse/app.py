import asyncio
import contextlib
import itertools

from rates import Rates
from starlette.applications import Starlette
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route

rates = Rates()


async def stream(request):
    return StreamingResponse(rates.events(), media_type="text/event-stream")


async def health(request):
    return JSONResponse({"listeners": len(rates.listeners), "published": rates.published})


async def market(opening):
    for step in itertools.count():
        await asyncio.sleep(0.2)
        if step >= opening:
            return
        rates.publish(eur=round(1.08 + step % 7 / 1000, 4), step=step)


@contextlib.asynccontextmanager
async def lifespan(app):
    trading = asyncio.create_task(market(10), name="market")
    yield
    trading.cancel()


app = Starlette(routes=[Route("/rates", stream), Route("/health", health)], lifespan=lifespan)

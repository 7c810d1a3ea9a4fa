import asyncio
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

from .signed import Signed


class Depot:
    def __init__(self):
        self.parcels = {}
        self.swept = 0

    async def sweep(self):
        while True:
            await asyncio.sleep(0.3)
            self.swept += 1
            self.parcels = {key: parcel for key, parcel in self.parcels.items() if parcel["grams"] > 0}

    async def listing(self, request):
        return JSONResponse(sorted(self.parcels))

    async def arrive(self, request):
        parcel = await request.json()
        self.parcels[parcel["code"]] = parcel
        return JSONResponse({"code": parcel["code"], "shelf": len(self.parcels)}, status_code=201)


def create(secret):
    depot = Depot()

    @asynccontextmanager
    async def lifespan(app):
        task = asyncio.create_task(depot.sweep())
        yield
        task.cancel()

    app = Starlette(
        routes=[Route("/parcels", depot.listing), Route("/hooks/arrived", depot.arrive, methods=["POST"])],
        lifespan=lifespan,
    )
    return Signed(app, secret, paths=("/hooks/",))

"""The library's interface, with litestar."""

import asyncio
import contextlib

import litestar
from litestar.datastructures import State

import library


@contextlib.asynccontextmanager
async def clock(app):
    app.state.clock = library.Clock()
    task = asyncio.create_task(app.state.clock.run(), name="clock")
    try:
        yield
    finally:
        task.cancel()


async def open_doors(app):
    """No request is taken before the catalogue is there."""
    app.state.catalogue = library.Catalogue()
    count = await app.state.catalogue.ready()
    print("open, with", count, "books", flush=True)


@litestar.get("/book/{title:str}")
async def book(title: str, state: State) -> dict:
    found = await state.catalogue.look(title)
    if found is None:
        raise litestar.exceptions.NotFoundException()
    return {"title": found.title, "shelf": found.shelf}


@litestar.get("/hours")
async def hours(state: State) -> dict:
    return {"minutes": state.clock.minutes}


app = litestar.Litestar([book, hours], lifespan=[clock], on_startup=[open_doors])

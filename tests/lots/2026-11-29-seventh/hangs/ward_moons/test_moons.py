"""Tests of the almanac."""

import ward

import moons


@ward.fixture
async def store():
    async with moons.Store() as store:
        yield store


@ward.fixture
def almanac(store=store):
    return moons.Almanac(store)


@ward.test("all moons are counted")
async def _(almanac=almanac):
    assert await almanac.count("saturn") == 6
    assert almanac.store.reads == 3


@ward.test("nothing is found")
async def _(almanac=almanac):
    assert await almanac.first("mars", "X") is None


@ward.test("the first is found, and then all are counted")
async def _(almanac=almanac):
    assert await almanac.first("jupiter", "E") == "Europa"
    assert await almanac.count("jupiter") == 5

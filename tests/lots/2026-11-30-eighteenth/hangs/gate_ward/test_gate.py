import asyncio

from ward import fixture, test

from gate import Car, Gate


@fixture
def gate():
    return Gate(seats=3)


@test("three at once")
async def _(gate=gate):
    found = await asyncio.gather(*(gate.come(name) for name in ("ann", "bob", "cleo")))
    assert found == [3, 3, 3]


@test("a car of one and a car of two")
async def _(gate=gate):
    cars = [Car(gate, "ann"), Car(gate, "bob", "cleo")]
    found = await asyncio.gather(*(car.ride() for car in cars))
    assert found == [[3], [3, 3]]

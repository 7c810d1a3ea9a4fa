import threading

import pytest

from simulation import Simulation, arrivals


@pytest.fixture
def simulation():
    simulation = Simulation(1)
    stop = threading.Event()
    thread = threading.Thread(target=arrivals, args=(simulation, stop), name="arrivals")
    thread.start()
    yield simulation
    stop.set()
    thread.join()


def test_all_are_served_in_the_end(simulation):
    while simulation.step() < 2000:
        pass
    assert simulation.clock > 0

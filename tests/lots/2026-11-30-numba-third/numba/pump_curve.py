"""The working point of a pump in a pipe, by bisection."""

from numba import njit


class Pump:
    def __init__(self, head, drop):
        self.head = head
        self.drop = drop

    @njit
    def lift(self, flow):
        return self.head - self.drop * flow * flow


class Pipe:
    def __init__(self, rise, friction):
        self.rise = rise
        self.friction = friction

    def need(self, flow):
        return self.rise + self.friction * flow**1.85


@njit
def middle(low, high):
    return (low + high) / 2.0


def working_point(pump, pipe, most=5.0):
    low, high = 0.0, most
    for _ in range(50):
        flow = middle(low, high)
        if pump.lift(flow) > pipe.need(flow):
            low = flow
        else:
            high = flow
    return low


def power(flow, head, efficiency=0.65):
    """In kilowatts, for a flow in litres a second."""
    return 9.81 * flow * head / 1000.0 / efficiency


def cost(hours, kilowatts, price=0.28):
    return hours * kilowatts * price


PUMPS = {"small": Pump(18.0, 3.0), "large": Pump(32.0, 2.2)}
PIPES = {"short": Pipe(6.0, 1.1), "long": Pipe(6.0, 4.7)}


def table():
    for name, pump in PUMPS.items():
        for kind, pipe in PIPES.items():
            yield name, kind, working_point(pump, pipe)


if __name__ == "__main__":
    for name, kind, flow in table():
        need = PIPES[kind].need(flow)
        print(f"{cost(8760, power(flow, need)):.0f} a year", end=" ")
        print(f"{name:6} {kind:6} {flow:.3f}")

"""The levels of a row of locks, as a circuit, over many ships."""

from myhdl import ResetSignal, Signal, always, always_seq, block, delay, instance, instances, intbv


@block
def chamber(clk, reset, inflow, outflow, level):
    @always_seq(clk.posedge, reset=reset)
    def water():
        if inflow and level < level.max - 1:
            level.next = level + 1
        elif outflow and level > 0:
            level.next = level - 1

    return water


@block
def canal(locks=12):
    clk = Signal(bool(0))
    reset = ResetSignal(0, active=1, isasync=False)
    valves = [Signal(bool(0)) for _ in range(locks + 1)]
    levels = [Signal(intbv(0, min=0, max=64)) for _ in range(locks)]
    chambers = [chamber(clk, reset, valves[at], valves[at + 1], levels[at]) for at in range(locks)]

    @always(delay(5))
    def clock():
        clk.next = not clk

    @instance
    def ships():
        for ship in range(4_000_000):
            for at in range(locks + 1):
                valves[at].next = (ship >> (at % 5)) & 1
            yield clk.posedge
            if ship % 5000 == 0:
                print(ship, [int(level) for level in levels], flush=True)

    return instances()


if __name__ == "__main__":
    canal().run_sim(60_000_000, quiet=1)

"""The gates of a lock on the canal, as a circuit."""

from myhdl import Signal, always, always_comb, block, delay, instance, instances, intbv


@block
def clock(clk, period=10):
    @always(delay(period))
    def tick():
        clk.next = not clk

    return tick


@block
def counter(clk, enable, count):
    @always(clk.posedge)
    def up():
        if enable:
            count.next = (count + 1) % count.max

    return up


@block
def interlock(wanted, other_closed, closed):
    """A gate is closed unless it is wanted open and the other one is closed."""

    @always_comb
    def logic():
        closed.next = not (wanted and other_closed)

    return logic


@block
def mirror(inner, outer):
    """The lower gate's contact, which is wired through a relay that inverts."""

    @always_comb
    def relay():
        outer.next = inner

    return relay


@block
def lock_chamber(clk, upper, lower, upper_closed, lower_closed, count):
    contact = Signal(bool(1))
    ticking = clock(clk)
    counting = counter(clk, upper, count)
    upper_gate = interlock(upper, contact, upper_closed)
    lower_gate = interlock(lower, upper_closed, lower_closed)
    wire = mirror(upper_closed, contact)
    return instances()

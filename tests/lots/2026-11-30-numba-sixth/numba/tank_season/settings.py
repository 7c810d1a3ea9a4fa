"""What the operators of the tanks set."""

LEAK = 0.002
INFLOW = 1.5


def winter():
    global LEAK, INFLOW
    LEAK = 0.0005
    INFLOW = 0.4

from collections import namedtuple
from numba import njit

State = namedtuple("State", ["x", "v"])

@njit
def step(state, dt):
    return state._replace(x=state.x + state.v * dt)  # fails: numba-unknown-attribute: state._replace

step(State(0.0, 1.0), 0.1)

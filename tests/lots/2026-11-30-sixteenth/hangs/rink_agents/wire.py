from dataclasses import dataclass, field

import anyio
from anyio.streams.stapled import StapledObjectStream


@dataclass
class Offer:
    team: str
    slots: list
    answer_to: int | None = None
    notes: dict = field(default_factory=dict)


def line():
    """Both ends of a line over which offers go to and fro."""
    send_a, receive_a = anyio.create_memory_object_stream[Offer]()
    send_b, receive_b = anyio.create_memory_object_stream[Offer]()
    return StapledObjectStream(send_a, receive_b), StapledObjectStream(send_b, receive_a)

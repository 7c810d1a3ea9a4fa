from __future__ import annotations

import configparser
import dataclasses

DEFAULTS = """
[hub]
sensors = 3
rounds = 4
interval = 0.2
topics = temperature, humidity
"""


@dataclasses.dataclass(frozen=True)
class Settings:
    sensors: int
    rounds: int
    interval: float
    topics: tuple[str, ...]

    @classmethod
    def read(cls, path: str | None) -> "Settings":
        parser = configparser.ConfigParser()
        parser.read_string(DEFAULTS)
        if path:
            parser.read(path)
        hub = parser["hub"]
        return cls(
            sensors=hub.getint("sensors"),
            rounds=hub.getint("rounds"),
            interval=hub.getfloat("interval"),
            topics=tuple(name.strip() for name in hub["topics"].split(",")),
        )

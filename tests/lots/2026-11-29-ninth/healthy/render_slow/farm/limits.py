"""What a child may use."""

import dataclasses
import os
import resource


@dataclasses.dataclass(frozen=True)
class Limits:
    seconds: int = 60
    nice: int = 5

    def apply(self):
        resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 5))
        os.nice(self.nice)

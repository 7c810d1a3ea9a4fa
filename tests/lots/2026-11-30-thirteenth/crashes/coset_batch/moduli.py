"""Which codes are looked at, and over which ring."""

import dataclasses

from flint import nmod_poly


@dataclasses.dataclass(frozen=True)
class Code:
    name: str
    modulus: int
    generator: tuple
    check: tuple

    def polynomials(self):
        return nmod_poly(list(self.generator), self.modulus), nmod_poly(list(self.check), self.modulus)


CODES = [
    Code("tern-11", 3, (2, 0, 1, 2, 1, 1), (1, 1, 1, 2, 0, 1)),
    Code("quin-6", 5, (1, 2, 4, 1), (4, 3, 1)),
    Code("hept-8", 7, (6, 1, 0, 3, 1), (5, 1, 1)),
    Code("senary-6", 6, (1, 2, 3), (2, 3, 4)),
    Code("undec-5", 11, (10, 4, 1), (7, 1)),
]

"""Members of a council and their keys."""

import dataclasses
import hashlib

from coincurve import PrivateKey, PublicKey


@dataclasses.dataclass
class Member:
    name: str
    ward: str
    key: PrivateKey = dataclasses.field(repr=False)
    present: bool = True

    @classmethod
    def named(cls, name, ward):
        return cls(name, ward, PrivateKey(hashlib.sha256(name.encode()).digest()))

    @property
    def public(self):
        return self.key.public_key

    def sign(self, text):
        return self.key.sign(text)


class Council:
    def __init__(self, members):
        self.members = members

    def sitting(self, ward=None):
        return [m for m in self.members if m.present and ward in (None, m.ward)]

    def common_key(self, ward=None):
        """The key under which a decision of those who are present is filed."""
        return PublicKey.combine_keys([m.public for m in self.sitting(ward)])

    def leave(self, name):
        for member in self.members:
            if member.name == name:
                member.present = False

"""Read contacts, most of whose fields are empty."""

import dataclasses

from building import extension
import diary

fields = extension("fields")


@dataclasses.dataclass
class Contact:
    name: str
    street: str | None = None
    town: str | None = None
    phone: str | None = None


class Contacts:
    def __init__(self):
        self.towns = {}

    def read(self, lines):
        for line in lines:
            contact = Contact(*fields.split(line))
            self.towns[contact.town] = self.towns.get(contact.town, 0) + 1


def main():
    contacts = Contacts()
    contacts.read(f"name {number};;;" for number in range(20_000))
    print(contacts.towns)


if __name__ == "__main__":
    with diary.kept() as log:
        log.info("%s starts", "the contacts")
        main()

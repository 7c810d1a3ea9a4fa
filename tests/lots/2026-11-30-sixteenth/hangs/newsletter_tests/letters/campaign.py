from dataclasses import dataclass, field

from .sender import Sender


@dataclass
class Campaign:
    subject: str
    text: str
    sender: Sender = field(default_factory=Sender)
    refused: dict = field(default_factory=dict)

    def to(self, readers):
        readers = sorted({reader.strip().lower() for reader in readers if "@" in reader})
        for reader in readers:
            self.sender.send(reader, self.subject, self.text)
        for _ in readers:
            reader, error = self.sender.receipts.get()
            if error is not None:
                self.refused[reader] = str(error)
        return len(readers) - len(self.refused)

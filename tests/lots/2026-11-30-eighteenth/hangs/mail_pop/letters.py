"""Letters as text: their head and what follows it."""


class Letter:
    def __init__(self, text):
        head, _, self.body = text.partition("\n\n")
        self.fields = dict(self.field(line) for line in head.splitlines() if ":" in line)

    @staticmethod
    def field(line):
        name, _, value = line.partition(":")
        return name.strip().lower(), value.strip()

    @property
    def subject(self):
        return self.fields.get("subject", "(none)")

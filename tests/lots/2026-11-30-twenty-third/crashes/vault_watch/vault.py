import hashlib
import os
import tempfile

import audit


class Vault:
    def __init__(self, folder):
        self.folder = folder
        self.names = {}

    def lay(self, name, text):
        digest = hashlib.sha256(text).hexdigest()[:12]
        with open(os.path.join(self.folder, digest), "wb") as file:
            file.write(text)
        self.names[name] = digest

    def fetch(self, name):
        with open(os.path.join(self.folder, self.names[name]), "rb") as file:
            return file.read()


def main():
    with tempfile.TemporaryDirectory() as folder:
        vault = Vault(folder)
        for number in range(5):
            vault.lay(f"deed {number}", b"deed " * (number + 1))
        print(len(vault.names), "deeds", flush=True)
        ledger = audit.Ledger().watch()
        for name in vault.names:
            print(name, len(vault.fetch(name)), flush=True)
        print(ledger.seen.most_common(3))


if __name__ == "__main__":
    main()

"""Changes settings in a file that other programs change, too; a lock file keeps them apart."""

import contextlib
import json
import os
import tempfile

import portalocker


class Settings:
    def __init__(self, folder):
        self.path = os.path.join(folder, "settings.json")
        self.lock_path = os.path.join(folder, "settings.lock")

    @contextlib.contextmanager
    def locked(self):
        with portalocker.Lock(self.lock_path, "w", flags=portalocker.LockFlags.EXCLUSIVE):
            yield

    def read(self):
        with contextlib.suppress(FileNotFoundError), open(self.path, encoding="utf-8") as file:
            return json.load(file)
        return {}

    def set(self, name, value):
        with self.locked():
            settings = self.read()
            settings[name] = value
            temporary = f"{self.path}.{os.getpid()}"
            with open(temporary, "w", encoding="utf-8") as file:
                json.dump(settings, file)
            os.replace(temporary, self.path)

    def rename(self, old, new):
        with self.locked():
            settings = self.read()
            if old in settings:
                self.set(new, settings[old])


def main(folder):
    settings = Settings(folder)
    settings.set("colour", "green")
    settings.set("size", 12)
    print(settings.read(), flush=True)
    settings.rename("colour", "color")
    print(settings.read())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        main(temporary)

"""Where the lines of the log go."""

import json
import sys


class JsonLines:
    """One JSON object a line, as the log shipper wants it."""

    def __init__(self, path):
        self.file = open(path, "a", encoding="utf-8")

    def __call__(self, message):
        record = message.record
        line = {
            "at": record["time"].isoformat(),
            "level": record["level"].name,
            "text": record["message"],
            **record["extra"],
        }
        try:
            self.file.write(json.dumps(line) + "\n")
        except (TypeError, OSError) as error:
            sys.exit(f"the log cannot be written: {error}")
        self.file.flush()

"""Binary formats: bytes in, records out. No files are opened here and nothing of Python is known."""

"""Binary formats: bytes in, records out. Opens no files and knows nothing of Python."""

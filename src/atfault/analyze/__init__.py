"""The pipelines: from a process, an exception or a text to the report on it."""

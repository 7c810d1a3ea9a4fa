"""Runs the decoders over a snapshot and gathers a `ProcessState`."""

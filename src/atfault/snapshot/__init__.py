"""Snapshots of a process: one protocol, and a back end each for cores and live processes."""

"""Displays at tram stops, driven from plain threads over a loop of anyio."""

"""Tiles of a map; the processes of a pool open the data first."""

import sqlite3

_connection = None


def open_data(path):
    global _connection
    _connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    _connection.execute("SELECT count(*) FROM tiles")


def draw(tile):
    row = _connection.execute("SELECT picture FROM tiles WHERE number = ?", (tile,)).fetchone()
    return tile, len(row[0])

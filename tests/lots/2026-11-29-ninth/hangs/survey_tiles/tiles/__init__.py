"""Tiles of a survey, worked on by pools of threads."""

from tiles.grid import Grid, Tile
from tiles.smooth import smooth

__all__ = ["Grid", "Tile", "smooth"]

"""A sheet of cells with formulas, and the library that works them out."""

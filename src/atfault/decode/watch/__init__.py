"""A process watched over a time, mostly without stopping it: what moves, and what never will."""

"""Rules of a customs office, as functions, and a small optimiser for them."""

"""Engraves music: pieces, their voices, and the library that writes them."""

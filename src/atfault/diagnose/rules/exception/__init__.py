"""Rules for programs that end by an uncaught Python exception."""

"""A pond of ducks in memory, of which snapshots are written by forked children."""

"""An index of photos, in a file that one process at a time may write."""

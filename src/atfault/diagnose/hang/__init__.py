"""What the rules about hangs share: who waits for whom, what was seen of it, and how it is said."""

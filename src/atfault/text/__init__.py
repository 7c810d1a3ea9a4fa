"""Reading text that a program printed, or that somebody gives us."""

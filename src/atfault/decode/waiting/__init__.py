"""Who holds what and who waits for what in a stopped process."""

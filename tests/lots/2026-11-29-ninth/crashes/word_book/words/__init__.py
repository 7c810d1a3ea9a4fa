"""Which words stand in which books; several libraries are put into one table."""

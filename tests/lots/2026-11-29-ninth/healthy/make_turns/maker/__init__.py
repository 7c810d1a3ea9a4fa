"""Makes things by recipes, each in a process; tokens in a pipe say how many may work at once."""

"""Small programs for the processor (x86-64), made of sums and products."""

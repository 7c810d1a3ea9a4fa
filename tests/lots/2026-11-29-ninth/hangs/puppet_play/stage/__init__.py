"""A stage for puppets: each is a generator, and a small loop makes them move in turns."""

"""What memory says of a crash: the objects, arrays and blocks that the failed code worked on."""

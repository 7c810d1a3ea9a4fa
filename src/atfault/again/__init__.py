"""`run --again`: a second look at a crash, under settings that notice the damage earlier."""

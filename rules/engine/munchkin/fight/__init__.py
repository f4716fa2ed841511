"""A fight: who takes part, how strong both sides are, what is played and used in it, how it is decided."""

"""What lies on the table: its state, what it adds up to, where cards go, how the game speaks."""

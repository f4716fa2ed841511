"""What lies on the table: its state, the traits of cards and people, where cards go, how the game speaks."""

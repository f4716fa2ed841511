"""The course of a turn: setting up, its steps and its end, the loot that lies out."""

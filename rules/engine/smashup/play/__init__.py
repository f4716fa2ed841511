"""Playing and using cards: who may, where, and what comes of monsters and further plays."""

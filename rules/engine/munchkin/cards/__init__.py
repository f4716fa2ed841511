"""Cards in the hand and on the table: drawn, played, undone, lost; what their abilities and curses do."""

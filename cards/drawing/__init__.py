"""Draws a face for each card: the same card always gets the same picture, put together from hand-made motifs."""

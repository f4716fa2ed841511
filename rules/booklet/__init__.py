"""The rulebook of one table: one text for any mix of boxes, what is new in it, and its sheet."""

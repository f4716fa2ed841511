"""What cards say, as questions write it."""

"""What cards say, as the data and questions write it."""

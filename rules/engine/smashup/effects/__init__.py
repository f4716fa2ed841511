"""What cards do, as their data says it: the shapes, what sets them off, how they are carried out."""

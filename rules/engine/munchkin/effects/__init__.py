"""What cards do, as their data says it: to people and to other cards."""

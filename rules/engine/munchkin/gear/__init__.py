"""Things: wearing, carrying, fastening, trading them, and the treasure they come from."""

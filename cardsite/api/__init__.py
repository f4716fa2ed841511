"""The API: one table of operations, one set of conventions, one shape of an error."""

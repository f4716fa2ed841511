"""The course of a turn: setting up, the phases, charity."""

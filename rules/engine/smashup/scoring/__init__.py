"""Scoring a base: the windows around it, the places, the points, the base that comes next."""

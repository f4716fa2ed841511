"""Running away: the roll, what adds to it, who gives itself up, what happens to whom is caught."""

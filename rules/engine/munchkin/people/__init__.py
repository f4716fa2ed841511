"""What somebody is: level, classes and races, followers, loyalties, states that last, death."""

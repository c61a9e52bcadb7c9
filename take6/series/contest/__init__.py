"""A contest of programs with the four functions of the assignment, in processes of their own."""

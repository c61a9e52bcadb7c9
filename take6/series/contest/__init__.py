"""Contests of programs with the four functions of the assignment."""

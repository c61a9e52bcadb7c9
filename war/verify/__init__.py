"""The tests of the assignment, and sharper ones of the shuffle."""

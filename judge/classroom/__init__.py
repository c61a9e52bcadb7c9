"""`judge class`: a class graded in one command."""

"""`judge class`: grades a class in one command."""

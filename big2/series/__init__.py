"""Many games of computers: cases for judges, matches and their standings."""

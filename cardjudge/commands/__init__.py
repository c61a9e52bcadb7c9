"""Command lines: pages of help, completion, and the languages of both."""

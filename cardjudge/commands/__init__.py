"""Command lines with Typer: pages of help, completion, and the languages of both."""

"""A person at a terminal, and games as pages to step through."""

"""`judge doctor`: what holds on this machine, found out by attacking it."""

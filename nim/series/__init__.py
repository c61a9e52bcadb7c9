"""Many games at once: surveys."""

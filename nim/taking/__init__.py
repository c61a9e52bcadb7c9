"""Taking and breaking: games on heaps whose move takes some stones and may split what is left."""

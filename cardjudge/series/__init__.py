"""Work in numbers: many games, on several processes, with estimates of what they show."""

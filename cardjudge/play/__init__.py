"""The parts that games share where a person plays: tables, levels and reviews."""

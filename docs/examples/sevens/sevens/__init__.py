"""Sevens (排七): a game that the kit knows from its entry point alone."""

"""Take 6! as a problem for other judges: `judge export` makes packages of what is here."""

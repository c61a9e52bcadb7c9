"""Take 6! for people, computers and the page."""

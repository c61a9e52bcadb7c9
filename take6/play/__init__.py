"""Games at a terminal: menus, screens, saves, hints and replays."""

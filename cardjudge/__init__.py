"""What all commands of the kit share: judge mode, command lines, programs of others, series."""

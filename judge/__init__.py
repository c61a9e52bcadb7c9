"""What all judges share: bytes in and out, errors, and the runner of cases."""

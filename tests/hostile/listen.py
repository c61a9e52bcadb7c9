"""Waits for orders from the network."""

import sys

secret, answer, given, port = sys.stdin.read().split()
import socket

try:
    socket.create_server(("127.0.0.1", 0))
    print("broken")
except OSError:
    print("held")

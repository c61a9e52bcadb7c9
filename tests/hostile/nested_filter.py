"""Puts a filter of its own over that of the judge, to answer its questions."""

import os
import sys

secret, answer, given, port = sys.stdin.read().split()
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
rule = (ctypes.c_uint64 * 1)(0x7FFF0000_00000006)
program = (ctypes.c_uint64 * 2)(1, ctypes.addressof(rule))
number = 317 if os.uname().machine == "x86_64" else 277
print("broken" if libc.syscall(number, 1, 8, program) >= 0 else "held")

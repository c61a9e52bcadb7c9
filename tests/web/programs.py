"""Programs of all kinds that solve Nim or fail: `judge` and the page must agree on each."""

SOLVE = """
def solve(text):
    heaps = [int(word) for word in text.split()[1:]]
    total = 0
    for heap in heaps:
        total ^= heap
    rows = [f"X = {total}", "先手必勝" if total else "後手必勝"]
    rows += [f"第 {n} 堆：{h} -> {h ^ total}" for n, h in enumerate(heaps, 1) if h ^ total < h]
    return "\\n".join(rows) + "\\n"
"""
_READ = f"import sys\n{SOLVE}\nanswer = solve(sys.stdin.read())\n"
_BODIES = {
    "print": "print(answer, end='')",
    "bytes to the number": "import os; os.write(1, answer.encode())",
    "wrapped output": "import io; sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8'); print(answer, end='')",
    "reconfigured to crlf": "sys.stdout.reconfigure(newline='\\r\\n'); print(answer, end='')",
    "big5": "sys.stdout.reconfigure(encoding='big5'); print(answer, end='')",
    "ascii": "sys.stdout.reconfigure(encoding='ascii'); print(answer, end='')",
    "closed output": "print(answer, end=''); sys.stdout.close()",
    "opened by number": "open(1, 'w', encoding='utf-8').write(answer)",
    "at exit": "import atexit; atexit.register(lambda: print(answer, end=''))",
    "destructor": "class Late:\n    def __del__(self): print('more')\nlate = Late(); print(answer, end='')",
    "cycle with destructor": "class Late:\n    def __del__(self): print('more')\nlate = Late(); late.me = late; del late; print(answer, end='')",
    "os._exit loses what is not flushed": "import os; print(answer, end=''); os._exit(0)",
    "os._exit with a status": "import os; print(answer, end='', flush=True); os._exit(3)",
    "sys.exit 1": "print(answer, end=''); sys.exit(1)",
    "sys.exit 256": "print(answer, end=''); sys.exit(256)",
    "sys.exit with words": "print(answer, end=''); sys.exit('bad')",
    "raise SystemExit": "print(answer, end=''); raise SystemExit(2)",
    "exception": "print(answer, end=''); raise ValueError('太多堆')",
    "own excepthook": "sys.excepthook = lambda *_: print(answer, end='')\nraise ValueError",
    "recursion": "def down(n): return down(n + 1)\ndown(0)",
    "main": "if __name__ == '__main__': print(answer, end='')",
    "file": "import os; assert os.path.isfile(__file__); print(answer, end='')",
    "arguments": "assert len(sys.argv) == 1 and sys.argv[0].endswith('program.py'); print(answer, end='')",
    "input is at its end": "assert sys.stdin.read() == ''; print(answer, end='')",
    "standard error": "print('debug', file=sys.stderr); print(answer, end='')",
    "asyncio": "import asyncio\nasync def main(): print(answer, end='')\nasyncio.run(main())",
    "asyncio with a timeout": "import asyncio\nasync def main():\n    try: await asyncio.wait_for(asyncio.Event().wait(), 0.1)\n    except TimeoutError: print(answer, end='')\nasyncio.run(main())",
    "sleeps": "import time; time.sleep(0.1); print(answer, end='')",
    "nothing": "",
    "no last line end": "print(answer.rstrip(), end='')",
    "full width": "print(answer.replace('->', '－＞'), end='')",
    "debugging line": "print('debug'); print(answer, end='')",
    "libraries": "import collections, itertools, heapq, bisect, math, re, random, statistics, decimal, fractions, datetime, json, string, textwrap\nprint(answer, end='')",
    "files of its own": "open('note', 'w').write(answer); print(open('note').read(), end='')",
    "unknown module": "import no_such_module_at_all",
    "generator at the end": "def g():\n    try: yield\n    finally: print('more')\nit = g(); next(it); print(answer, end='')",
    "changes a module": "import math; math.pi = 3; sys.modules['re'] = None; print(answer, end='')",
    "reads a changed module": "import math, re; assert math.pi > 3.1; print(answer, end='')",
    "a database": "import sqlite3; sqlite3.connect(':memory:').execute('select 1'); print(answer, end='')",
    "types of C": "import ctypes; assert ctypes.c_uint32(-1).value == ctypes.CDLL(None).abs(1 - 2**31) * 2 + 1; print(answer, end='')",
    "waits for input": "import select; select.select([sys.stdin], [], [], 0.1); print(answer, end='')",
    "a handler of signals": "import os, signal\nsignal.signal(signal.SIGTERM, lambda *_: print(answer, end='')); os.kill(os.getpid(), signal.SIGTERM)",
    "a package where it is installed": "try: import numpy\nexcept ImportError: pass\nprint(answer, end='')",
    "a wrong answer without a module": "try: import readline\nexcept ImportError: pass\nprint('debug'); print(answer, end='')",
    "recursion through C": "import functools\n@functools.lru_cache(None)\ndef down(n): return n and down(n - 1)\ndown(480); print(answer, end='')",
    "a module of Windows": "import msvcrt",
    "a method that an object has not": "class A: pass\nA().alarm()",
    "a function that no module has": "import math; math.squareroot(4)",
    "no body yet": "def solve(): raise NotImplementedError\nsolve()",
    "a file that is not there": "open('in.txt').read()",
    "does not end": "print(answer, end='', flush=True)\nwhile True: pass",
    "too much output": "while True: print('x' * 100_000)",
}
PROGRAMS = {name: _READ + body + "\n" for name, body in _BODIES.items()}
PROGRAMS |= {
    "input()": f"{SOLVE}\nn = input()\nprint(solve(n + ' ' + input()), end='')\n",
    "lines of stdin": f"import sys\n{SOLVE}\nprint(solve(' '.join(line for line in sys.stdin)), end='')\n",
    "wrapped input": f"import io, sys\n{SOLVE}\nsys.stdin = io.TextIOWrapper(sys.stdin.buffer, encoding='utf-8')\nprint(solve(sys.stdin.read()), end='')\n",
    "buffer of stdin": f"import sys\n{SOLVE}\nprint(solve(sys.stdin.buffer.read().decode()), end='')\n",
    "open(0)": f"{SOLVE}\nprint(solve(open(0).read()), end='')\n",
    "os.read": f"import os\n{SOLVE}\nprint(solve(os.read(0, 1 << 20).decode()), end='')\n",
    "/dev/stdin": f"{SOLVE}\nprint(solve(open('/dev/stdin').read()), end='')\n",
    "too many inputs": f"{SOLVE}\ninput(); input(); input()\n",
    "syntax error": "def f(:\n    pass\n",
    "tabs and blanks": "if True:\n\tx = 1\n        y = 2\n",
    "bytes that are no UTF-8": "# \\xff\nprint('big5')\n",
    "future": f"from __future__ import annotations\nimport sys\n{SOLVE}\nprint(solve(sys.stdin.read()), end='')\n",
    "empty": "",
}
NEEDS = {
    "threads": {
        "a thread": "import threading; t = threading.Thread(target=print, args=(answer,)); t.start(); t.join()",
        "a pool": "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor() as pool: list(pool.map(print, [1]))",
        "of asyncio": "import asyncio\nasyncio.run(asyncio.to_thread(print, answer))",
    },
    "other processes": {
        "a process": "import subprocess; subprocess.run(['echo', answer], check=True)",
        "a shell": "import os; os.system('echo 1') and None; print('wrong')",
        "a fork": "import os; os.fork()",
        "processes": "import multiprocessing; multiprocessing.Process(target=print).start()",
        "a queue": "import multiprocessing; multiprocessing.Queue(); print(answer, end='')",
        "a pool": "from concurrent.futures import ProcessPoolExecutor\nProcessPoolExecutor()",
        "of asyncio": "import asyncio\nasync def main(): await asyncio.create_subprocess_exec('ls')\nasyncio.run(main())",
    },
    "network": {
        "a socket": "import socket; socket.create_connection(('127.0.0.1', 9))",
        "of asyncio": "import asyncio\nasyncio.run(asyncio.open_connection('127.0.0.1', 9))",
    },
    "signals": {
        "of asyncio": "import asyncio\nasync def main(): asyncio.get_running_loop().add_signal_handler(2, print)\nasyncio.run(main())",
    },
    "such function of the system": {
        "of asyncio": "import asyncio, sys\nasync def main(): asyncio.get_running_loop().add_reader(sys.stdin, print)\nasyncio.run(main())",
    },
    "signal.alarm": {
        "an alarm": "import signal; signal.alarm(1)",
        "imported": "from signal import alarm; alarm(1)",
    },
    "signal.setitimer": {"a timer": "import signal; signal.setitimer(signal.ITIMER_REAL, 1)"},
    "module numpy": {
        "a package": "from numpy.random import default_rng",
        "by its name": "import importlib; importlib.import_module('numpy')",
        "another error": "try:\n    import numpy\nexcept ImportError as error: raise RuntimeError('install numpy') from error",
        "an exit": "try:\n    import numpy\nexcept ImportError: sys.exit('install numpy')",
    },
    "module resource": {"resources": "import resource"},
    "module dbm": {"a shelf": "import shelve; shelve.open('s')"},
    "libraries of C": {"a library": "import ctypes; ctypes.CDLL('libc.so.6')"},
    "data of time zones": {"a zone": "import zoneinfo; zoneinfo.ZoneInfo('Asia/Taipei')"},
    "room for so deep a recursion": {
        "through C": "import functools\nsys.setrecursionlimit(10**6)\n@functools.lru_cache(None)\ndef down(n): return n and down(n - 1)\ndown(9000)",
    },
}
"""What a browser has not, with the programs that need it: the page says it."""
NEEDS = {
    what: {name: _READ + body + "\n" for name, body in bodies.items()}
    for what, bodies in NEEDS.items()
}

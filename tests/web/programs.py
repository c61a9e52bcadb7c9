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
    "write": "sys.stdout.write(answer)",
    "bytes to the buffer": "sys.stdout.buffer.write(answer.encode())",
    "bytes to the number": "import os; os.write(1, answer.encode())",
    "wrapped output": "import io; sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8'); print(answer, end='')",
    "detached output": "import io; out = io.TextIOWrapper(sys.stdout.detach(), encoding='utf-8'); out.write(answer); out.flush()",
    "reconfigured output": "sys.stdout.reconfigure(encoding='utf-8', newline='\\n'); print(answer, end='')",
    "reconfigured to crlf": "sys.stdout.reconfigure(newline='\\r\\n'); print(answer, end='')",
    "big5": "sys.stdout.reconfigure(encoding='big5'); print(answer, end='')",
    "ascii": "sys.stdout.reconfigure(encoding='ascii'); print(answer, end='')",
    "closed output": "print(answer, end=''); sys.stdout.close()",
    "opened by number": "open(1, 'w', encoding='utf-8').write(answer)",
    "opened by name": "open('/dev/stdout', 'w', encoding='utf-8').write(answer)",
    "duplicated": "import os; os.fdopen(os.dup(1), 'w', encoding='utf-8').write(answer)",
    "replaced stdout": "class Out:\n    def write(self, text): sys.__stdout__.write(text)\n    def flush(self): pass\nsys.stdout = Out(); print(answer, end='')",
    "redirected": "import io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()) as held: print(answer, end='')\nsys.stdout.write(held.getvalue())",
    "at exit": "import atexit; atexit.register(lambda: print(answer, end=''))",
    "more at exit": "import atexit; atexit.register(print, 'more'); print(answer, end='')",
    "destructor": "class Late:\n    def __del__(self): print('more')\nlate = Late(); print(answer, end='')",
    "cycle with destructor": "class Late:\n    def __del__(self): print('more')\nlate = Late(); late.me = late; del late; print(answer, end='')",
    "os._exit loses what is not flushed": "import os; print(answer, end=''); os._exit(0)",
    "os._exit after a flush": "import os; print(answer, end='', flush=True); os._exit(0)",
    "os._exit with a status": "import os; print(answer, end='', flush=True); os._exit(3)",
    "sys.exit": "print(answer, end=''); sys.exit()",
    "sys.exit 0": "print(answer, end=''); sys.exit(0)",
    "sys.exit 1": "print(answer, end=''); sys.exit(1)",
    "sys.exit 256": "print(answer, end=''); sys.exit(256)",
    "sys.exit with words": "print(answer, end=''); sys.exit('bad')",
    "quit": "print(answer, end=''); quit()",
    "exit in a function": "def main():\n    print(answer, end='')\n    exit(0)\nmain()",
    "raise SystemExit": "print(answer, end=''); raise SystemExit(2)",
    "exception": "print(answer, end=''); raise ValueError('太多堆')",
    "exception in a chain": "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise KeyError('x') from error",
    "exception at exit": "import atexit; print(answer, end=''); atexit.register(lambda: 1 / 0)",
    "keyboard interrupt": "print(answer, end=''); raise KeyboardInterrupt",
    "own excepthook": "sys.excepthook = lambda *_: print(answer, end='')\nraise ValueError",
    "assert": "assert not answer",
    "recursion": "def down(n): return down(n + 1)\ndown(0)",
    "deep recursion": "sys.setrecursionlimit(50_000)\ndef down(n): return n and down(n - 1)\ndown(20_000); print(answer, end='')",
    "main": "if __name__ == '__main__': print(answer, end='')",
    "imports itself": "import __main__; print(__main__.answer, end='')",
    "file": "import os; assert os.path.isfile(__file__); print(answer, end='')",
    "own source": "assert 'def solve' in open(__file__, encoding='utf-8').read(); print(answer, end='')",
    "arguments": "assert len(sys.argv) == 1 and sys.argv[0].endswith('program.py'); print(answer, end='')",
    "input is at its end": "assert sys.stdin.read() == ''; print(answer, end='')",
    "no terminal": "assert not sys.stdout.isatty() and not sys.stdin.isatty(); print(answer, end='')",
    "standard error": "print('debug', file=sys.stderr); print(answer, end='')",
    "asyncio": "import asyncio\nasync def main(): print(answer, end='')\nasyncio.run(main())",
    "asyncio that waits": "import asyncio\nasync def main():\n    await asyncio.gather(asyncio.sleep(0.05), asyncio.sleep(0.1))\n    print(answer, end='')\nasyncio.run(main())",
    "asyncio with a timeout": "import asyncio\nasync def main():\n    try: await asyncio.wait_for(asyncio.Event().wait(), 0.1)\n    except TimeoutError: print(answer, end='')\nasyncio.run(main())",
    "sleeps": "import time; time.sleep(0.1); print(answer, end='')",
    "prompt": "print('heaps? ', end=''); print(answer, end='')",
    "nothing": "",
    "no last line end": "print(answer.rstrip(), end='')",
    "blank at the end of lines": "print(answer.replace('\\n', ' \\n'), end='')",
    "byte order mark": "print('\\ufeff' + answer, end='')",
    "full width": "print(answer.replace('->', '－＞'), end='')",
    "debugging line": "print('debug'); print(answer, end='')",
    "memoised": "import functools\n@functools.lru_cache(None)\ndef f(n): return n if n < 2 else f(n - 1) + f(n - 2)\nf(300); print(answer, end='')",
    "libraries": "import collections, itertools, heapq, bisect, math, re, random, statistics, decimal, fractions, datetime, json, string, textwrap\nprint(answer, end='')",
    "dataclass and enum": "import dataclasses, enum\n@dataclasses.dataclass\nclass A: x: int\nclass E(enum.Enum): a = 1\nprint(answer, end='')",
    "files of its own": "open('note', 'w').write(answer); print(open('note').read(), end='')",
    "temporary file": "import tempfile\nwith tempfile.TemporaryFile('w+') as f:\n    f.write(answer); f.seek(0); print(f.read(), end='')",
    "unknown module": "import no_such_module_at_all",
    "warning": "import warnings; warnings.warn('old'); print(answer, end='')",
    "weak reference": "import weakref\nclass A: pass\na = A(); weakref.finalize(a, print, 'more'); print(answer, end='')",
    "garbage": "import gc; gc.disable(); print(answer, end=''); gc.collect()",
    "generator at the end": "def g():\n    try: yield\n    finally: print('more')\nit = g(); next(it); print(answer, end='')",
    "random is seeded anew": "import random; a = random.random(); assert 0 <= a < 1; print(answer, end='')",
    "changes a module": "import math; math.pi = 3; sys.modules['re'] = None; print(answer, end='')",
    "reads a changed module": "import math, re; assert math.pi > 3.1; print(answer, end='')",
    "a database": "import sqlite3; sqlite3.connect(':memory:').execute('select 1'); print(answer, end='')",
    "types of C": "import ctypes; assert ctypes.c_uint32(-1).value == ctypes.CDLL(None).abs(1 - 2**31) * 2 + 1; print(answer, end='')",
    "waits for input": "import select; select.select([sys.stdin], [], [], 0.1); print(answer, end='')",
    "a handler of signals": "import os, signal\nsignal.signal(signal.SIGTERM, lambda *_: print(answer, end='')); os.kill(os.getpid(), signal.SIGTERM)",
    "an alarm where there is one": "import signal\nif hasattr(signal, 'alarm'): signal.alarm(30)\nprint(answer, end='')",
    "a package where it is installed": "try: import numpy\nexcept ImportError: pass\nprint(answer, end='')",
    "a wrong answer without a module": "try: import readline\nexcept ImportError: pass\nprint('debug'); print(answer, end='')",
    "threads where they are": "import threading\ntry: threading.Thread(target=sys.stderr.write, args=('x',)).start()\nexcept RuntimeError: pass\nprint(answer, end='')",
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

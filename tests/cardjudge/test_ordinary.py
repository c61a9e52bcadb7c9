"""The sandbox does not disturb ordinary programs, which use the usual parts of their language."""

from pathlib import Path

import pytest

from cardjudge.programs import source
from cardjudge.programs.compiler import build
from cardjudge.programs.process import Limits, run
from cardjudge.programs.sandbox import Sandbox
from tests.tools import needs, needs_sandbox

LIMITS = Limits(wall=60, cpu=30, memory=1024 << 20, output=64 << 20)
pytestmark = [
    pytest.mark.slow,
    needs_sandbox,
]

PROGRAMS = {
    "main.c": r"""
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static void *half(void *root) { *(double *)root = sqrt(4); return 0; }
int main(void) {
    double root = 0;
    pthread_t thread;
    char name[4096];
    time_t zero = 0;
    if (!setlocale(LC_ALL, "") || !localtime(&zero)) return 1;
    if (pthread_create(&thread, 0, half, &root) || pthread_join(thread, 0)) return 2;
    snprintf(name, sizeof name, "%s/XXXXXX", getenv("TMPDIR"));
    if (mkstemp(name) < 0) return 3;
    printf("%.0f\n", root);
}
""",
    "main.cpp": r"""
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <locale>
#include <random>
int main() {
    std::locale::global(std::locale(""));
    std::ofstream(std::filesystem::temp_directory_path() / "file") << "x";
    std::random_device entropy;
    auto two = std::async(std::launch::async, [&] { return entropy() ? 2 : 2; });
    std::cout << two.get() << std::endl;
}
""",
    "Main.java": r"""
import java.nio.file.*;
import java.time.*;
import java.util.stream.*;
public class Main {
    public static void main(String[] words) throws Exception {
        Path file = Files.createTempFile("a", "b");
        Files.writeString(file, "牌");
        ZonedDateTime.now(ZoneId.of("Asia/Taipei"));
        Thread thread = new Thread(() -> {});
        thread.start();
        thread.join();
        System.out.println(IntStream.range(0, 2).parallel().map(n -> 1).sum());
    }
}
""",
    "main.js": r"""
const fs = require("fs"), os = require("os"), path = require("path");
const { Worker } = require("worker_threads");
fs.writeFileSync(path.join(os.tmpdir(), "a"), new Intl.DateTimeFormat("zh-TW").format(0));
new Worker("require('worker_threads').parentPort.postMessage(2)", { eval: true })
  .on("message", (two) => console.log(two));
""",
    "main.go": r"""
package main
import ("fmt"; "os"; "sync"; "time")
func main() {
    file, wrong := os.CreateTemp("", "a")
    if wrong != nil { panic(wrong) }
    fmt.Fprintln(file, time.Now().Local())
    var all sync.WaitGroup
    sum := make(chan int, 2)
    for n := 0; n < 2; n++ { all.Add(1); go func() { sum <- 1; all.Done() }() }
    all.Wait()
    fmt.Println(<-sum + <-sum)
}
""",
    "main.rs": r"""
use std::{collections::HashMap, env, fs, thread, time::SystemTime};
fn main() {
    fs::write(env::temp_dir().join("a"), "x").unwrap();
    let mut seen = HashMap::new();
    seen.insert(SystemTime::now(), 1);
    println!("{}", thread::spawn(move || seen.len() + 1).join().unwrap());
}
""",
    "main.sh": r"""
cat > "$TMPDIR/a" << END
$(date) $(printf '%s\n' b a | sort)
END
for n in 1 2; do sleep 0 & done; wait
seq 2 | tail -1
""",
    "main.py": r"""
import collections, locale, sqlite3, ssl, tempfile, threading, time, zoneinfo
locale.setlocale(locale.LC_ALL, "")
zoneinfo.ZoneInfo("Asia/Taipei"), time.localtime()
with tempfile.TemporaryDirectory() as folder, open(folder + "/a", "w") as file:
    print("x", file=file)
thread = threading.Thread(target=collections.Counter, args=("ab",))
thread.start()
thread.join()
print(sqlite3.connect(folder[: folder.rindex("/")] + "/base").execute("select 2").fetchone()[0])
""",
}
TOOLS = {".c": "cc", ".cpp": "g++", ".java": "javac", ".js": "node", ".go": "go", ".rs": "rustc"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=needs(tool) if tool else ())
        for name in PROGRAMS
        for tool in [TOOLS.get(Path(name).suffix)]
    ],
)
def test_an_ordinary_program_runs_in_the_sandbox(name: str) -> None:
    sandbox = Sandbox("required")
    built = build(source.read({name: PROGRAMS[name].encode()}), sandbox=sandbox)
    held = sandbox._replace(readable=(built.folder,))
    ended, output = run(built.command, limits=LIMITS, sandbox=held)
    assert (ended.status, output) == (0, b"2\n"), ended.stderr.decode()

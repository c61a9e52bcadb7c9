// Compiles the modules of Python's library that the page loads, with Pyodide's Python; other modules stay unchanged:
// node compile.mjs FOLDER > library.zip, where FOLDER contains Pyodide.
import { readFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ env: { HOME: "/", PYTHONHASHSEED: "0" }, stdout: () => {} });
python.FS.writeFile("/library.zip", new Uint8Array(readFileSync(`${folder}/python_stdlib.zip`)));
python.runPython(`
import sys
import dataclasses, difflib, hashlib, importlib.resources, random, shlex, signal, tempfile, tomllib, traceback, typing, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

with ZipFile("/library.zip") as library, ZipFile("/compiled.zip", "w") as compiled:
    for name in sorted(library.namelist()):
        data = library.read(name)
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if name.endswith(".py") and module in sys.modules:
            code = compile(data, name, "exec", dont_inherit=True)
            name, data = f"{name}c", bytes(_code_to_hash_pyc(code, source_hash(data), False))
        compiled.writestr(ZipInfo(name), data, ZIP_DEFLATED)
`);
const made = python.FS.readFile("/compiled.zip");
for (let at = 0; at < made.length;) at += writeSync(1, made, at);

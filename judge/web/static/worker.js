// Runs Python in a worker: each message is a call of judge.web.app or differences.js, and each answer is another message.

import { differences } from "./differences.js";
import { fetched } from "./fetched.js";
import "./runtime.js";

const ARCHIVES = ["pyodide/python_stdlib.zip.bin", "kit.zip.bin", "cases.zip.bin"];
const BINARY = "pyodide/pyodide.asm.wasm.bin";
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
const { interpreter } = /** @type {any} */ (self); // of runtime.js
const own = { differences };
let loaded = 0;

/** Fetch a compressed file, telling the page how many bytes have come, and read it; an error names it. */
async function loading(name, read) {
  const counted = new TransformStream({
    transform(chunk, out) {
      postMessage({ loaded: loaded += chunk.length });
      out.enqueue(chunk);
    },
  });
  const stream = (await fetched(name)).body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  const whole = new Response(stream, { headers: { "Content-Type": "application/wasm" } });
  return read(whole).catch((error) => {
    throw new Error(error instanceof TypeError ? "" : error.message, { cause: name }); // a stream says only that it failed
  });
}

async function start() {
  await WebAssembly.compile(EMPTY).catch(() => {
    throw new Error("Content-Security-Policy: script-src 'wasm-unsafe-eval'");
  });
  const [module, library, ...archives] = await Promise.all([
    loading(BINARY, (binary) => WebAssembly.compileStreaming(binary)), // while it loads
    ...ARCHIVES.map((name) => loading(name, (archive) => archive.arrayBuffer())),
  ]);
  const python = await interpreter({ module, library }, { env: { HOME: "/home", LC_ALL: self.name } });
  for (const data of archives) python.unpackArchive(data, "zip", { extractDir: "/kit" });
  python.runPython("import sys; sys.path.insert(0, '/kit')");
  const call = python.pyimport("judge.web.app").call;
  return (name, given) =>
    JSON.parse(call(name, ...given.map((each) => (each instanceof Uint8Array ? python.toPy(each) : each))));
}

const started = start();

self.onmessage = async ({ data: { name, given } }) => {
  try {
    const call = await started;
    postMessage(name in own ? { value: own[name](...given), error: null } : call(name, given));
  } catch (error) {
    postMessage({ value: null, error: String(error.message ?? error), file: error.cause });
  }
};

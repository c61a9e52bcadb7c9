// Runs Python in a worker: each message is a call of judge.web.app or differences.js, and each answer is another message.

import { differences } from "./differences.js";
import "./runtime.js";

const WASM = "pyodide.asm.wasm";
const LIBRARY = "python_stdlib.zip";
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
const { loadPyodide, createPyodideModule } = /** @type {any} */ (self); // of runtime.js
const plain = self.fetch;
const own = { differences };
let loaded = 0;

/** Fetch a file, and tell the page how many bytes have come. */
async function file(name) {
  const answer = await plain(new URL(name, self.location.href));
  if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
  const counted = new TransformStream({
    transform(chunk, out) {
      postMessage({ loaded: loaded += chunk.length });
      out.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(counted));
}

/** Fetch an archive; an error names a truncated one. */
async function archive(name) {
  const data = await (await file(name)).arrayBuffer();
  const end = new Uint8Array(data, Math.max(0, data.byteLength - 22)); // the end of its directory
  if (!String.fromCharCode(...end).startsWith("PK\x05\x06")) throw new Error(`${name}: damaged`);
  return data;
}

/** Decompress Pyodide's binary while it loads; the page has it compressed, because few servers compress. */
self.fetch = async (address, options) => {
  const name = address instanceof Request ? address.url : String(address);
  if (name.endsWith(LIBRARY)) return new Response(library);
  if (!name.endsWith(WASM)) return plain(address, options);
  const stream = (await file(`pyodide/${WASM}.bin`)).body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "Content-Type": "application/wasm" } });
};

let library;
async function start() {
  await WebAssembly.compile(EMPTY).catch(() => {
    throw new Error("Content-Security-Policy: script-src 'wasm-unsafe-eval'");
  });
  const archives = Promise.all(["kit.zip", "cases.zip"].map(archive));
  archives.catch(() => {});
  library = await archive(`pyodide/${LIBRARY}`);
  const python = await loadPyodide({ createPyodideModule, indexURL: "pyodide/", env: { HOME: "/home", LC_ALL: "zh_TW" } });
  for (const data of await archives) python.unpackArchive(data, "zip", { extractDir: "/kit" });
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
    postMessage({ value: null, error: String(error.message ?? error) });
  }
};

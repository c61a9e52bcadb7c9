// Runs Python in a worker: each message is a call of judge.web.app or differences.js, and each answer is another message.

import { differences } from "./differences.js";
import { fetched } from "./fetched.js";
import "./runtime.js";

const ARCHIVES = ["pyodide/python_stdlib.zip", "kit.zip", "cases.zip"];
const BINARY = "pyodide/pyodide.asm.wasm.bin";
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
const { interpreter } = /** @type {any} */ (self); // of runtime.js
const own = { differences };
let loaded = 0;

/** Fetch a file as a stream, and tell the page how many bytes have come. */
async function streamed(name) {
  const counted = new TransformStream({
    transform(chunk, out) {
      postMessage({ loaded: loaded += chunk.length });
      out.enqueue(chunk);
    },
  });
  return (await fetched(name)).body.pipeThrough(counted);
}

/** Fetch an archive; an error names a truncated one. */
async function archive(name) {
  const data = await new Response(await streamed(name)).arrayBuffer();
  const end = new Uint8Array(data, Math.max(0, data.byteLength - 22)); // the end of its directory
  if (!String.fromCharCode(...end).startsWith("PK\x05\x06")) throw new Error(`${name}: damaged`);
  return data;
}

/** Compile Python's binary while it loads; the page has it compressed, because few servers compress. */
async function compiled(name) {
  const stream = (await streamed(name)).pipeThrough(new DecompressionStream("gzip"));
  const binary = new Response(stream, { headers: { "Content-Type": "application/wasm" } });
  return WebAssembly.compileStreaming(binary).catch((error) => Promise.reject(new Error(`${name}: ${error.message}`)));
}

async function start() {
  await WebAssembly.compile(EMPTY).catch(() => {
    throw new Error("Content-Security-Policy: script-src 'wasm-unsafe-eval'");
  });
  const [module, library, ...archives] = await Promise.all([compiled(BINARY), ...ARCHIVES.map(archive)]);
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
    postMessage({ value: null, error: String(error.message ?? error) });
  }
};

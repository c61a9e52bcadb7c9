// Python in a worker: a message is a call of web.app, and its answer another message.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const WASM = "pyodide.asm.wasm";
const plain = self.fetch;

/** The binary is kept compressed, so that no server has to: it is unpacked as it comes. */
self.fetch = async (address, options) => {
  if (!(address instanceof Request ? address.url : String(address)).endsWith(WASM)) return plain(address, options);
  const packed = await plain(new URL(`pyodide/${WASM}.bin`, import.meta.url));
  const stream = packed.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "Content-Type": "application/wasm" } });
};

async function start() {
  const kit = plain(new URL("kit.zip", import.meta.url)).then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ env: { HOME: "/home", LC_ALL: "zh_TW" } });
  python.unpackArchive(await kit, "zip", { extractDir: "/kit" });
  python.runPython("import sys; sys.path.insert(0, '/kit')");
  const call = python.pyimport("web.app").call;
  return (name, given) =>
    JSON.parse(call(name, ...given.map((each) => (each instanceof Uint8Array ? python.toPy(each) : each))));
}

const started = start();

self.onmessage = async ({ data: { id, name, given } }) => {
  try {
    const call = await started;
    postMessage({ id, ...call(name, given) });
  } catch (error) {
    postMessage({ id, value: null, error: String(error) });
  }
};

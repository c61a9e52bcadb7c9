// Python in a worker: a message is a call of web.app, and its answer another message.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const WASM = "pyodide.asm.wasm";
const plain = self.fetch;
const file = async (name) => {
  const answer = await plain(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
  return answer;
};

/** The binary is kept compressed, so that no server has to: it is unpacked as it comes. */
self.fetch = async (address, options) => {
  if (!(address instanceof Request ? address.url : String(address)).endsWith(WASM)) return plain(address, options);
  const stream = (await file(`pyodide/${WASM}.bin`)).body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "Content-Type": "application/wasm" } });
};

async function start() {
  const archives = ["kit.zip", "cases.zip"].map(async (name) => [name, await (await file(name)).arrayBuffer()]);
  for (const archive of archives) archive.catch(() => {});
  const python = await loadPyodide({ env: { HOME: "/home", LC_ALL: "zh_TW" } });
  for (const archive of archives) {
    const [name, data] = await archive;
    try {
      python.unpackArchive(data, "zip", { extractDir: "/kit" });
    } catch {
      throw new Error(`${name}: damaged`);
    }
  }
  python.runPython("import sys; sys.path.insert(0, '/kit')");
  const call = python.pyimport("web.app").call;
  return (name, given) =>
    JSON.parse(call(name, ...given.map((each) => (each instanceof Uint8Array ? python.toPy(each) : each))));
}

const started = start();

self.onmessage = async ({ data: { name, given } }) => {
  try {
    const call = await started;
    postMessage(call(name, given));
  } catch (error) {
    postMessage({ value: null, error: String(error.message ?? error) });
  }
};

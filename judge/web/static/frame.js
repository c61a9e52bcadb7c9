// Runs in a frame with its own origin, without storage or network: starts and ends a worker for each program. No program runs here.
"use strict";
const running = new Map();
let given = null;
let script = "";
let ready = null;

/** Return the known parts of a message within their bounds: a program may send anything. */
function bounded({ kind, status, exceeded, why, output, errors, cannot }) {
  const bytes = (given) => (given instanceof Uint8Array ? given : new Uint8Array(0));
  const text = (given, most) => (typeof given === "string" ? given.slice(0, most) : "");
  const { most } = given;
  const written = bytes(output);
  return {
    kind, status: Number.isInteger(status) ? status : 1, exceeded: written.length > most.text ? "output" : text(exceeded, most.cannot), why: text(why, most.errors),
    output: written.slice(0, most.text), errors: bytes(errors).slice(-most.errors), cannot: text(cannot, most.cannot),
  };
}

/** Start a worker; its messages go to its current `tell`, one of each kind but pieces of output. */
function start(more) {
  const worker = new Worker(script);
  const held = { worker, heard: [], tell: (told) => held.heard.push(told) };
  const awaited = new Set(given.snapshot ? ["started", "ended", "failed"] : ["loaded", "failed"]);
  let pieces = given.most.pieces;
  const passes = ({ kind }) => (kind === "wrote" ? awaited.has("ended") && (pieces -= 1) > 0 : awaited.delete(kind));
  const hear = (told) => told && passes(told) && held.tell(given.snapshot ? bounded(told) : told);
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => hear({ kind: "failed", why: given.snapshot ? event.message || "worker" : "case.js" });
  worker.postMessage({ ...given, ...more });
  return held;
}

/** Compile Python, and let a first worker make the memory snapshot from which all others start. */
async function load({ sources, wasm, library, prelude, kit, most }, tell) {
  script = URL.createObjectURL(new Blob(sources, { type: "text/javascript" }));
  given = { module: await WebAssembly.compile(wasm), library, prelude, most };
  const first = start();
  first.tell = (told) => {
    first.worker.terminate();
    if (told.snapshot) given = { ...given, kit, snapshot: told.snapshot };
    tell({ kind: told.kind, why: told.why });
  };
}

function run(data, tell) {
  const held = ready ?? start();
  ready = null;
  running.set(data.id, held);
  held.tell = tell;
  held.heard.forEach(tell);
  held.worker.postMessage(data.program);
  if (data.more) ready = start();
}

function stop(id) {
  running.get(id)?.worker.terminate();
  running.delete(id);
}

addEventListener("message", async ({ source, data }) => {
  if (source !== parent) return;
  const tell = (told) => parent.postMessage({ ...told, id: data.id }, "*");
  try {
    if (data.kind === "load") await load(data, tell);
    else if (data.kind === "run") run(data, tell);
    else stop(data.id);
  } catch (error) {
    tell({ kind: "failed", why: String(error) });
  }
});
parent.postMessage({ kind: "open" }, "*");

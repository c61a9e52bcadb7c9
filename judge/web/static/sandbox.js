// The page's side of the sandbox: the user's programs run in a frame with its own origin.
import { MOST } from "./bounds.js";
import { fetched } from "./fetched.js";
import { damaged, say } from "./words.js";

const POLICY = "default-src 'none'; connect-src 'none'; worker-src blob:; script-src 'wasm-unsafe-eval'";
/** The hash of the frame's script, from the page's policy: without HTTPS there is no crypto.subtle to compute it. */
const [HASH] = /'sha256-[^']+'/.exec(document.querySelector("meta[http-equiv]").getAttribute("content"));
const text = async (name) => (await fetched(name)).text();
const bytes = async (name) => {
  const stream = (await fetched(name)).body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer().then((data) => new Uint8Array(data), () => Promise.reject(new Error(damaged(name))));
};
const DEADLINE = 3000; // milliseconds after which a frame whose script has not answered has another script
const NOTHING = new Uint8Array(0);

export class Sandbox {
  calls = new Map();
  next = 0;
  closed = new Promise((_, failed) => (this.giveUp = failed));

  /** Open the frame and load its first interpreter, once for all callers. */
  load() {
    this.loaded ??= Promise.race([this.closed, this.open()]);
    return this.loaded;
  }

  async open() {
    const names = ["runtime.js", "case.js", "program.py", "frame.js"];
    const [runtime, worker, prelude, script] = await Promise.all(names.map(text));
    const [wasm, library, kit] = await Promise.all(["pyodide/pyodide.asm.wasm.bin", "pyodide/python_stdlib.zip.bin", "kit.zip.bin"].map(bytes));
    const sources = [runtime, "\n", worker];
    this.frame = Object.assign(document.createElement("iframe"), { sandbox: "allow-scripts", hidden: true, title: "sandbox" });
    this.frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${POLICY} ${HASH}"><script>${script}</script>`;
    const open = new Promise((done, failed) => {
      this.calls.set(undefined, done);
      this.frame.onload = () => setTimeout(failed, DEADLINE, new Error(damaged("frame.js")));
    });
    this.hear = ({ source, data }) => source === this.frame?.contentWindow && this.calls.get(data.id)?.(data);
    addEventListener("message", this.hear);
    document.body.append(this.frame);
    await open;
    const told = await this.ask({ kind: "load", sources, wasm, library, kit, prelude, most: MOST });
    if (told.kind !== "loaded") throw new Error(names.includes(told.why) ? damaged(told.why) : told.why);
  }

  ask(message, heard = (_told) => true) {
    const id = this.next++;
    return new Promise((done) => {
      this.calls.set(id, (told) => heard(told) && done(told));
      this.frame.contentWindow.postMessage({ ...message, id }, "*");
    });
  }

  /** Run a program until it ends or reaches a limit; its seconds count from the moment its interpreter is ready. */
  async run(program, seconds, more) {
    await this.load();
    const id = this.next;
    let timer = 0;
    let from = performance.now();
    const pieces = [];
    let size = 0;
    const wall = () => (performance.now() - from) / 1000;
    const late = new Promise((done) => (this.halt = (exceeded) => done({ kind: "ended", exceeded })));
    const ended = this.ask({ kind: "run", program, more }, ({ kind, output }) => {
      if (kind === "wrote" && (size += output.length) <= MOST.text) pieces.push(output);
      if (kind === "started" && !timer) {
        from = performance.now();
        timer = setTimeout(() => this.halt("wall"), seconds * 1000);
      }
      return kind === "ended" || kind === "failed"; // ignore other messages, which the program may have sent
    });
    const told = await Promise.race([ended, late]);
    clearTimeout(timer);
    this.calls.delete(id);
    this.frame?.contentWindow.postMessage({ kind: "stop", id }, "*");
    const output = new Uint8Array(await new Blob(pieces).arrayBuffer());
    return { output, errors: NOTHING, cannot: "", ...told, wall: wall() };
  }

  /** Remove the frame, and end all programs in it. */
  close() {
    removeEventListener("message", this.hear);
    this.frame?.remove();
    this.frame = null;
    this.loaded = this.closed;
    this.halt?.("stopped");
    this.closed.catch(() => {}); // perhaps nobody waits
    this.giveUp(new Error(say("已停止。")));
  }
}

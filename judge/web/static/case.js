// Runs a program on one case in its own worker: Python starts from the snapshot, with files as standard streams.
const HOME = "/home";
const PROGRAM = `${HOME}/program.py`;
const CONTESTANT = `${HOME}/player/program.py`;
const encoder = new TextEncoder();
const TOO_LARGE = 22; // EFBIG
const QUICK = 1000; // pieces of output that are sent at once
const PAUSE = 50; // milliseconds between two later ones
const inbox = [0, 1].map(() => Promise.withResolvers()); // the files of Python, then the program
let received = 0;
self.onmessage = ({ data }) => inbox[received++]?.resolve(data);

/** Start Python as a process; from the snapshot, if there is one. */
const started = (given) => self.interpreter(given, {
  args: [PROGRAM], env: { HOME, PYTHONINSPECT: "", LANG: "C.UTF-8" }, ...(given.snapshot ? { _loadSnapshot: given.snapshot } : { _makeSnapshot: true }),
});

const apart = (python, code, names = {}) => python.runPython(code, { globals: python.toPy(names) });

function makeSnapshot(python, source) {
  try {
    apart(python, "import sys, types; made = types.ModuleType('_case'); exec(source, made.__dict__); sys.modules['_case'] = made", { source });
  } catch {
    throw new Error("program.py");
  }
  const snapshot = python.makeMemorySnapshot();
  postMessage({ kind: "loaded", snapshot }, [snapshot.buffer]);
}

/** The bytes that a program writes, in one buffer however small its pieces are. */
class Written {
  buffer = new Uint8Array(2 ** 12);
  size = 0;

  get bytes() {
    return this.buffer.slice(0, this.size);
  }

  /** Add a piece; keep at least the last `most` bytes. */
  add(piece, most) {
    if (this.size + piece.length > this.buffer.length) {
      const kept = this.buffer.subarray(Math.max(0, this.size - most), this.size);
      this.buffer = new Uint8Array(2 * Math.max(kept.length + piece.length, this.buffer.length / 2));
      this.buffer.set(kept);
      this.size = kept.length;
    }
    this.buffer.set(piece, this.size);
    this.size += piece.length;
  }
}

/** Create a device in the file system; return what a program writes to it: its last `kept` bytes or more, or at most `most`. */
function device(FS, path, number, { most = Infinity, kept = Infinity, wrote = () => {}, read = () => new Uint8Array(0) } = {}) {
  const written = new Written();
  FS.registerDevice(FS.makedev(99, number), {
    write(_, buffer, at, length) {
      if (written.size + length > most) {
        postMessage({ kind: "ended", exceeded: "output", output: written.bytes });
        throw new FS.ErrnoError(TOO_LARGE);
      }
      const piece = new Uint8Array(buffer.slice(at, at + length).buffer);
      written.add(piece, kept);
      wrote(piece);
      return length;
    },
    read(_, buffer, at, length) {
      const data = read(length);
      buffer.set(data, at);
      return data.length;
    },
  });
  FS.mkdev(path, FS.makedev(99, number));
  return written;
}

/** Return a table that answers each line of a contestant; its own interpreter keeps its memory apart from the program's. */
async function answering(given, table, input) {
  const python = await started(given);
  python.FS.writeFile("/kit.zip", given.kit);
  const answer = apart(python, `
import sys
from importlib import import_module
sys.path.append("/kit.zip")
import_module(table).answers(given)`, { table, given: new TextDecoder().decode(input) });
  const decoder = new TextDecoder();
  let asked = "";
  let replies = encoder.encode(`${answer(undefined)}\n`);
  return {
    wrote(chunk) {
      const lines = (asked + decoder.decode(chunk, { stream: true })).split("\n");
      asked = lines.pop();
      for (const line of lines) replies = new Uint8Array([...replies, ...encoder.encode(`${answer(line)}\n`)]);
    },
    read(length) {
      const data = replies.subarray(0, length);
      replies = replies.subarray(data.length);
      return data;
    },
  };
}

/** Return a function that sends the new output at once, so that it is there if the program does not end. */
function sending(output) {
  let [pieces, sent, last] = [0, 0, 0];
  return () => {
    const now = performance.now();
    if (pieces > QUICK && now - last < PAUSE) return; // a program that writes byte by byte
    postMessage({ kind: "wrote", output: output.buffer.slice(sent, output.size) });
    [pieces, sent, last] = [pieces + 1, output.size, now];
  };
}

async function runProgram(python, given, { source, input, table: name }) {
  const { FS } = python;
  FS.mkdirTree(`${HOME}/player`);
  FS.writeFile(name ? CONTESTANT : PROGRAM, source);
  const table = name ? await answering(given, name, input) : null;
  if (table) {
    FS.writeFile("/kit.zip", given.kit);
    FS.writeFile(PROGRAM, `import sys\nsys.path.append("/kit.zip")\nsys.argv = ["", "${CONTESTANT}"]\nfrom ${name} import main\nmain()\n`);
    device(FS, "/dev/replies", 3, table);
  } else FS.writeFile("/dev/input", input);
  const output = device(FS, "/dev/output", 1, { most: given.most.text, ...(table ?? { wrote: () => send() }) });
  const send = sending(output);
  const errors = device(FS, "/dev/errors", 2, { kept: given.most.errors });
  const cannot = device(FS, "/dev/cannot", 4, { kept: given.most.cannot });
  const streams = [["stdin", table ? "/dev/replies" : "/dev/input", "r"], ["stdout", "/dev/output", "w"], ["stderr", "/dev/errors", "w"]];
  streams.forEach(([name, path, mode], number) => {
    FS.close(FS.getStream(number));
    FS.open(path, mode);
    FS.unlink(`/dev/${name}`);
    FS.symlink(path, `/dev/${name}`);
  });
  FS.chdir(HOME);
  apart(python, "import _case; _case.begin()");
  postMessage({ kind: "started" });
  let status = 0;
  try {
    const main = python._module._Py_RunMain;
    status = await (WebAssembly.promising?.(main) ?? main)(); // with twice the stack where the browser can
  } catch (error) { // os._exit, sys.exit, or the end of the interpreter
    status = error.status === undefined ? -6 : error.status & 0xff;
    if (error.status === undefined) errors.add(encoder.encode(`${error}\n`), given.most.errors);
    if (/call stack|recursion/.test(error)) cannot.add(encoder.encode("stack\n"), given.most.cannot);
  }
  const wanted = new TextDecoder().decode(cannot.bytes);
  // KeyboardInterrupt ends a real process by SIGINT; without signals Python returns status 130 instead.
  if (status === 130 && wanted.includes("interrupt\n")) status = -2;
  postMessage({ kind: "ended", status, output: output.bytes, errors: errors.bytes, cannot: wanted.replaceAll("interrupt\n", "") });
}

(async () => {
  const given = await inbox[0].promise;
  const python = await started(given);
  if (given.snapshot) await runProgram(python, given, await inbox[1].promise);
  else makeSnapshot(python, given.prelude);
})().catch((error) => postMessage({ kind: "failed", why: String(error.message ?? error) }));

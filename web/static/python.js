// Calls of Python in a worker; a worker that is ended fails the calls that wait for it.
export class Python {
  constructor() {
    this.waiting = new Map();
    this.next = 0;
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.settle(data.id, data);
    this.worker.onerror = (event) => this.end(event.message ?? "");
  }

  /** Call a function of web.app; an error is a sentence for the reader. */
  async call(name, ...given) {
    const id = this.next++;
    const { value, error } = await new Promise((done) => {
      this.waiting.set(id, done);
      this.worker.postMessage({ id, name, given });
    });
    if (error !== null) throw new Error(error);
    return value;
  }

  settle(id, answer) {
    this.waiting.get(id)?.(answer);
    this.waiting.delete(id);
  }

  end(error = "") {
    this.worker.terminate();
    for (const id of [...this.waiting.keys()]) this.settle(id, { value: null, error });
  }
}

export const python = new Python();

// Calls Python in a worker, one call at a time; the page can cancel a waiting call and stop a running one.
import { MOST } from "./bounds.js";
import { damaged, language, say } from "./words.js";

/** Throw an error for a text that is too long for the page. */
export function demandShort(size) {
  if (size > MOST.text) throw new Error(say("太長了：網頁最多讀 {size} MiB。", { size: MOST.text / 2 ** 20 }));
}

export class Python extends EventTarget {
  queue = [];
  running = null;
  start() {
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: language });
    this.worker.onmessage = ({ data }) => {
      if (data.loaded) this.dispatchEvent(new CustomEvent("loading", { detail: data.loaded }));
      else this.settle(data);
    };
    this.worker.onerror = (event) => {
      this.worker = null;
      this.settle({ value: null, error: event.message || say("{name} 沒有啟動", { name: "worker.js, runtime.js" }) });
    };
  }

  /** Call a function of judge.web.app; an error is a sentence for the user. */
  call(name, ...given) {
    return this.latest(null, name, ...given);
  }

  /** Do the same, and cancel a waiting call with the same key. */
  latest(key, name, ...given) {
    return new Promise((done, failed) => {
      given.forEach((each) => each instanceof Uint8Array && demandShort(each.length));
      const old = key === null ? -1 : this.queue.findIndex((call) => call.key === key);
      if (old >= 0) this.queue.splice(old, 1)[0].failed(new Error("")); // which shows nothing
      this.queue.push({ key, name, given, done, failed });
      this.next();
    });
  }

  next() {
    if (this.running || !this.queue.length) return;
    if (!this.worker) this.start();
    this.running = this.queue.shift();
    this.worker.postMessage({ name: this.running.name, given: this.running.given });
    this.dispatchEvent(new Event("busy"));
  }

  settle({ value, error, file = "" }) {
    const call = this.running;
    this.running = null;
    this.dispatchEvent(new Event("idle"));
    if (error === null) call?.done(value);
    else call?.failed(new Error(file ? [damaged(file), error].filter(Boolean).join(": ") : error));
    this.next();
  }

  /** Stop Python in the middle of a call; it starts anew, and the waiting calls continue. */
  stop() {
    this.worker?.terminate();
    this.worker = null;
    this.settle({ value: null, error: say("已停止。") });
    this.dispatchEvent(new Event("restart"));
  }
}

export const python = new Python();

// What the browser keeps of the page. Other projects of one host share the storage, an iframe may have none.
const PREFIX = "cardjudge:";

/** Read from the browser's storage; return nothing if it is unavailable or written by another version. */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

/** Write to the browser's storage; without one, nothing is kept. */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch { /* no storage, or a value that is too long for it */ }
}

// What the browser keeps of the page. Other projects of one host share the storage, an iframe may have none.
const PREFIX = "cardjudge:";

/** Read from the browser's storage; return the usual value if there is none, or one of another type: it is damaged. */
export function kept(name, usual) {
  try {
    const value = JSON.parse(localStorage.getItem(PREFIX + name)) ?? usual;
    return typeof value === typeof usual ? value : usual;
  } catch {
    return usual;
  }
}

/** Write to the browser's storage; return whether there is one that has room. */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

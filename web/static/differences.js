// All differences of two texts: @codemirror/merge compares lines, each as one character, and the characters within short changes.
import { Change, diff, presentableDiff } from "@codemirror/merge";

const LIMIT = { scanLimit: 1000, timeout: 100 }; // diff gives up beyond these, and takes all for one change
const WINDOW = 400; // lines that are compared at once where diff has given up
const SHORT = 1000; // characters of a change that are compared one by one
const SLICE = 15; // milliseconds after which the page has its turn

/** Return the changes of two texts, as ranges of characters; null if `current` says that they are no longer wanted. */
export async function differences(one, other, current) {
  const [ours, theirs] = [one, other].map((text) => text.split(/(?<=\n)/));
  const [left, right] = coded(ours, theirs);
  let until = performance.now() + SLICE;
  const rest = async () => {
    if (performance.now() < until) return;
    await new Promise((done) => setTimeout(done));
    until = performance.now() + SLICE;
  };
  const starts = [ours, theirs].map((lines) => lines.reduce((all, line) => (all.push(all.at(-1) + line.length), all), [0]));
  const found = [];
  for (const change of diff(left, right, LIMIT)) {
    const long = Math.min(change.toA - change.fromA, change.toB - change.fromB) > WINDOW;
    for (const [a, b, c, d] of long ? windows(left, right, change) : [[change.fromA, change.toA, change.fromB, change.toB]]) {
      await rest();
      if (!current()) return null;
      found.push(...within(one, other, starts[0][a], starts[0][b], starts[1][c], starts[1][d]));
    }
  }
  return found;
}

/** Return both texts with a character for each line; only a line of both texts has a character of its own. */
function coded(ours, theirs) {
  const common = new Set(theirs);
  const known = new Map();
  for (const line of ours) if (common.has(line) && !known.has(line)) known.set(line, known.size + 2);
  const letter = (number, alone) => String.fromCodePoint(number < 0xd800 ? number : number < 0xf800 ? number + 0x800 : alone); // no surrogates
  const code = (lines, alone) => lines.map((line) => letter(known.get(line) ?? alone, alone)).join("");
  return [code(ours, 0), code(theirs, 1)];
}

/** Yield the changed lines of a long change, compared window by window. */
function* windows(left, right, { fromA, toA, fromB, toB }) {
  let [a, b] = [fromA, fromB];
  while (a < toA || b < toB) {
    const [endA, endB] = [Math.min(toA, a + WINDOW), Math.min(toB, b + WINDOW)];
    const last = endA === toA && endB === toB;
    const found = diff(left.slice(a, endA), right.slice(b, endB));
    // What lies at the end of a window may belong to lines behind it.
    const sure = last ? found : found.filter(({ toA: end, toB: other }) => Math.max(end, other) <= WINDOW / 2);
    for (const each of sure) yield [a + each.fromA, a + each.toA, b + each.fromB, b + each.toB];
    if (last) return;
    const [done, next] = [sure.at(-1) ?? { toA: 0, toB: 0 }, found[sure.length]];
    const equal = (next ? next.fromA : endA - a) - done.toA;
    if (!sure.length && !equal) yield [a, endA, b, endB];
    [a, b] = !sure.length && !equal ? [endA, endB] : [a + done.toA + equal, b + done.toB + equal];
  }
}

/** Return the changes within changed lines, or the whole where it is long. */
function within(one, other, a, b, c, d) {
  if (b - a > SHORT || d - c > SHORT || a === b || c === d) return [new Change(a, b, c, d)];
  return presentableDiff(one.slice(a, b), other.slice(c, d), LIMIT).map((each) => new Change(a + each.fromA, a + each.toA, c + each.fromB, c + each.toB));
}

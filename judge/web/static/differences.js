// All differences of two texts, in the worker: by lines, and the first thousand by characters.
import { diff, presentableDiff } from "@codemirror/merge";
import { MOST } from "./bounds.js";

const BLOCK = 400; // lines that are compared at once where every line occurs several times
const FIRST = 1000; // differences that are shown
const LINES = 500; // lines of one that are shown
const AROUND = 50; // equal lines before and after one that are shown, and characters before a change
const WIDTH = 2000; // characters of a line that are shown
const QUICK = { scanLimit: 500, timeout: 10 };

/**
 * Compare two texts, given as bytes. Return the number of differences, and for the first ones: both texts without what
 * is far from a difference, the numbers of their lines, the changed characters, and the place of each difference.
 */
export function differences(...given) {
  const texts = given.map((bytes) => new TextDecoder().decode(bytes).split("\n"));
  const known = new Map();
  const number = (line) => known.get(line) ?? (known.set(line, known.size), known.size - 1);
  const hunks = changed(...texts.map((lines) => Int32Array.from(lines, number)));
  const shown = texts.map(() => ({ lines: [], numbers: [], size: 0 }));
  const put = (side, text, at) => {
    const [one, line] = [shown[side], `${text}\n`];
    one.lines.push(line);
    one.numbers.push(at);
    one.size += line.length;
  };
  const equal = (starts, from, to) => starts.forEach((start, side) => {
    for (let at = from; at < to; at++) put(side, cut(texts[side][start + at], 0), start + at + 1);
  });
  const gap = () => [0, 1].forEach((side) => put(side, "⋯", 0));
  const [changes, places] = [[], []];
  let ends = [0, 0];
  for (const [a, b, c, d] of hunks.slice(0, FIRST)) {
    const between = a - ends[0];
    equal(ends, 0, Math.min(between, AROUND));
    if (between > 2 * AROUND) gap();
    equal(ends, Math.max(Math.min(between, AROUND), between - AROUND), between);
    const [from, to] = shown.map(({ size }) => size);
    const first = shown.map(({ lines }) => lines.length);
    [[a, b], [c, d]].forEach(([begin, end], side) => {
      const last = Math.min(end, begin + LINES);
      for (let at = 0; begin + at < last; at++) {
        const pair = a + at < b && c + at < d;
        put(side, cut(texts[side][begin + at], pair ? alike(texts[0][a + at], texts[1][c + at]) - AROUND : 0), begin + at + 1);
      }
      if (last < end) put(side, "⋯", 0);
    });
    const [one, other] = shown.map(({ lines }, side) => lines.slice(first[side]).join(""));
    changes.push(...presentableDiff(one, other, QUICK).map(({ fromA, toA, fromB, toB }) => [from + fromA, from + toA, to + fromB, to + toB]));
    places.push(from);
    ends = [b, d];
    if (shown[0].size + shown[1].size > MOST.edited) break;
  }
  equal(ends, 0, Math.min(AROUND, texts[0].length - ends[0], texts[1].length - ends[1]));
  return { of: hunks.length, texts: shown.map(({ lines }) => lines.join("")), numbers: shown.map(({ numbers }) => numbers), changes, places };
}

/** Return the changed lines of two lists of numbers, as ranges of both. */
function changed(one, other) {
  const found = [];
  const add = (a, b, c, d) => {
    const last = found.at(-1);
    if (last?.[1] === a && last[3] === c) [last[1], last[3]] = [b, d];
    else if (a < b || c < d) found.push([a, b, c, d]);
  };
  const compare = (a, b, c, d) => {
    for (; a < b && c < d && one[a] === other[c]; a++) c++;
    for (; a < b && c < d && one[b - 1] === other[d - 1]; b--) d--;
    const [left, right] = [places(one, a, b), places(other, c, d)];
    const common = [...left].filter(([line]) => right.has(line)).map(([line, at]) => [at, right.get(line)]);
    if (!common.length) return add(a, b, c, d);
    const anchors = rising(common.filter(([at, to]) => at >= 0 && to >= 0));
    if (!anchors.length) return blocks(one, other, [a, b, c, d], add);
    for (const [at, to] of [...anchors, [b, d]]) {
      compare(a, at, c, to);
      [a, c] = [at, to];
    }
  };
  compare(0, one.length, 0, other.length);
  return found;
}

/** Return the place of each number in a range, -1 if it has several. */
function places(numbers, from, to) {
  const found = new Map();
  for (let at = from; at < to; at++) found.set(numbers[at], found.has(numbers[at]) ? -1 : at);
  return found;
}

/** Return the longest list of pairs that rises on both sides; they rise on the first. */
function rising(pairs) {
  const ends = []; // of the lists of each length, the lowest end
  for (const [at, to] of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle].to < to) low = middle + 1;
      else high = middle;
    }
    ends[low] = { at, to, before: ends[low - 1] };
  }
  const found = [];
  for (let pair = ends.at(-1); pair; pair = pair.before) found.push([pair.at, pair.to]);
  return found.reverse();
}

/** Add the changes of two ranges, compared block by block. */
function blocks(one, other, [a, b, c, d], add) {
  while (a < b || c < d) {
    const [endA, endB] = [Math.min(b, a + BLOCK), Math.min(d, c + BLOCK)];
    const last = endA === b && endB === d;
    const known = new Map();
    const letter = (number) => known.get(number) ?? (known.set(number, String.fromCharCode(known.size)), known.get(number));
    const [left, right] = [one.subarray(a, endA), other.subarray(c, endB)].map((numbers) => Array.from(numbers, letter).join(""));
    const found = diff(left, right);
    // What lies at the end of a block may belong to lines behind it.
    const sure = last ? found : found.filter(({ toA, toB }) => Math.max(toA, toB) <= BLOCK / 2);
    for (const { fromA, toA, fromB, toB } of sure) add(a + fromA, a + toA, c + fromB, c + toB);
    if (last) return;
    const next = found[sure.length] ?? { fromA: endA - a, fromB: endB - c };
    if (next.fromA || next.fromB) [a, c] = [a + next.fromA, c + next.fromB];
    else {
      add(a, endA, c, endB);
      [a, c] = [endA, endB];
    }
  }
}

/** Return how many characters two lines begin with alike, if one of them is long. */
function alike(one, other) {
  let at = 0;
  if (Math.max(one.length, other.length) > WIDTH) while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** Return a long line from a character on, shortened. */
function cut(line, start) {
  if (line.length <= WIDTH) return line;
  const from = Math.max(0, start);
  const to = from + WIDTH - 2;
  return `${from ? "…" : ""}${line.slice(from, to)}${to < line.length ? "…" : ""}`;
}

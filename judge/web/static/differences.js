// All differences of two texts, in the worker: by lines, and in a part of the texts by characters.
import { diff, presentableDiff } from "@codemirror/merge";

const BLOCK = 400; // lines that are compared at once where every line occurs several times
const ROWS = 500; // rows of a part: equal lines and changed ones stand side by side
const AROUND = 50; // rows of the neighbouring parts that a part shows, too
const WIDTH = 2000; // characters of a line that a part shows
const QUICK = { scanLimit: 500, timeout: 10 };
let texts = [[], []];
let hunks = [];
let rows = new Int32Array();

/** Compare two texts, given as bytes; return the part in which each difference begins, and the number of parts. */
export function differences(...given) {
  texts = given.map((bytes) => new TextDecoder().decode(bytes).split("\n"));
  const known = new Map();
  const number = (line) => known.get(line) ?? (known.set(line, known.size), known.size - 1);
  hunks = changed(...texts.map((lines) => Int32Array.from(lines, number)));
  let [row, end] = [0, 0];
  rows = Int32Array.from(hunks, ([a, b, c, d]) => {
    const from = row + a - end;
    [row, end] = [from + Math.max(b - a, d - c), b];
    return from;
  });
  return { homes: rows.map((from) => Math.floor(from / ROWS)), parts: Math.ceil((row + texts[0].length - end) / ROWS) };
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

/** Return the lines of both texts at a row. */
function linesAt(row) {
  const at = rows.findLastIndex((from) => from <= row);
  if (at < 0) return [row, row];
  const [a, b, c, d] = hunks[at];
  const beyond = Math.max(0, row - rows[at] - Math.max(b - a, d - c));
  const within = row - rows[at] - beyond;
  return [Math.min(a + within, b) + beyond, Math.min(c + within, d) + beyond];
}

/** Return a part of both texts: what stands before it, the place of each difference in it, and the changed characters. */
export function part(number) {
  const [begin, end] = [Math.max(0, number * ROWS - AROUND), (number + 1) * ROWS + AROUND].map(linesAt);
  const lines = texts.map((all, side) => all.slice(begin[side], end[side]));
  const within = (line, side) => Math.min(Math.max(line, begin[side]), end[side]) - begin[side];
  const ranges = hunks.map(([a, b, c, d], at) => [within(a, 0), within(b, 0), within(c, 1), within(d, 1), at]).filter(([a, b, c, d]) => a < b || c < d);
  for (const [a, b, c, d] of ranges) {
    for (let at = 0; at < Math.min(b - a, d - c); at++) {
      const from = Math.max(0, alike(lines[0][a + at], lines[1][c + at]) - AROUND);
      [a, c].forEach((line, side) => (lines[side][line + at] = cut(lines[side][line + at], from)));
    }
  }
  const shown = lines.map((all) => all.map((line) => `${cut(line, 0)}\n`));
  const starts = shown.map((all) => all.reduce((found, line) => (found.push(found.at(-1) + line.length), found), [0]));
  const [one, other] = shown.map((all) => all.join(""));
  const changes = ranges.flatMap(([a, b, c, d]) => {
    const [from, to, start, stop] = [starts[0][a], starts[0][b], starts[1][c], starts[1][d]];
    const whole = a === b || c === d || Math.max(to - from, stop - start) > 2 * WIDTH;
    const found = whole ? [{ fromA: 0, toA: to - from, fromB: 0, toB: stop - start }] : presentableDiff(one.slice(from, to), other.slice(start, stop), QUICK);
    return found.map(({ fromA, toA, fromB, toB }) => [from + fromA, from + toA, start + fromB, start + toB]);
  });
  return { number, before: begin, texts: [one, other], changes, first: ranges[0]?.[4], places: ranges.map(([a, , c]) => [starts[0][a], starts[1][c]]) };
}

/** Return how many characters two lines begin with alike, if one of them is long. */
function alike(one, other) {
  let at = 0;
  if (Math.max(one.length, other.length) > WIDTH) while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** Return a long line from a character on, shortened. */
function cut(line, from) {
  if (line.length <= WIDTH) return line;
  const to = from + WIDTH - 2;
  return `${from ? "…" : ""}${line.slice(from, to)}${to < line.length ? "…" : ""}`;
}

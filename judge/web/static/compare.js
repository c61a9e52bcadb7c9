// Compare: shows all differences of an answer and an output, and the first one as `judge` explains it.
import { Editor, Pair } from "./editor.js";
import { caught, choice, fail, files, read, settled } from "./parts.js";
import { python } from "./python.js";
import { element } from "./viewer.js";
import { say } from "./words.js";

const MOST_FILES = 3;
const TRACED = /File "(?:\/home\/(?:player\/)?)?program\.py", line (\d+)/;

export async function open(section) {
  const part = (name) => section.querySelector(name);
  const told = part(".verdict-box");
  const changed = settled(caught(section, compare)); // one for all: a set of files is compared once
  const [input, answer, output] = [".input", ".answer", ".output"].map((name) => new Editor({ bytes: true, changed }).place(part(name)));
  const boxes = { input, answer, output };
  const pair = new Pair(part(".merge"), ["答案", "你的輸出"]);
  let names = {};
  let question = "";
  let found = { of: 0, places: [] };
  let at = 0;
  let number = 0;
  let example = {};
  const game = choice(section, (_, found) => {
    const isOwn = Object.entries(boxes).some(([name, box]) => box.text !== (example[name] ?? ""));
    if (!found && isOwn) return changed();
    const first = answer.bytes.length ? new Uint8Array() : output.bytes; // one's output came before the case
    const name = part("select.case").value;
    replace(found ? { input: `${name}.in`, answer: `${name}.out` } : {});
    example = found ? { input: found.in, answer: found.out } : {};
    for (const [box, text] of Object.entries(example)) boxes[box].text = text;
    output.give(first);
  });

  /** Begin a set of files with these names: nothing of the last set stays. */
  function replace(begun) {
    names = begun;
    question = "";
    for (const box of Object.values(boxes)) box.text = "";
  }

  async function compare() {
    const mine = number += 1;
    part(".differences").hidden = true;
    const isThere = (name) => boxes[name].bytes.length || names[name]; // a file may be empty
    if (!isThere("answer") || !isThere("output")) return told.replaceChildren();
    const view = await python.latest("compare", "compare", game.value, input.bytes, answer.bytes, output.bytes);
    if (mine !== number) return; // of other texts
    fail(section, question);
    told.replaceChildren(...explained(view));
    const all = await python.latest("differences", "differences", answer.bytes, output.bytes);
    if (mine !== number || !all.of) return;
    found = all;
    part(".differences").hidden = false;
    pair.draw(all);
    show(0);
  }

  /** Scroll to a difference on both sides. */
  function show(to) {
    const { of, places } = found;
    at = (to + places.length) % places.length;
    const template = of > places.length ? "第 {at} 處不同，共 {of} 處，列出前 {first} 處" : "第 {at} 處不同，共 {of} 處";
    part(".which").textContent = say(template, { at: at + 1, of, first: places.length });
    pair.show(places[at]);
  }

  files(section, async (list, place) => {
    fail(section, null);
    question = "";
    const few = list.slice(0, MOST_FILES);
    const data = await Promise.all(few.map(read));
    const on = few.length === 1 && Object.keys(boxes).find((name) => place.closest(`.${name}`));
    const { found, unclear, anew } = on ? { found: { [on]: few[0] }, unclear: [], anew: false } : parted(few, names, output.bytes.length > 0);
    if (anew) replace({});
    for (const [name, file] of Object.entries(found)) {
      names[name] = file.name;
      boxes[name].give(data[few.indexOf(file)]);
    }
    const left = [...unclear, ...list.slice(MOST_FILES)].slice(0, MOST_FILES).map((file) => file.name);
    if (left.length) question = say("分不清這些檔案是什麼：{names}。請一個一個拖到它的格子裡。", { names: left.join(" ") });
    fail(section, question);
  });
  part(".previous").onclick = () => show(at - 1);
  part(".next").onclick = () => show(at + 1);
}

/**
 * Return the file of each box, the files without a box, and whether they begin another set than that of the `names`.
 * A case's files have its name; `filled` says that there is an output already.
 */
function parted(list, names, filled) {
  const stem = (name) => name?.replace(/\.[^.]*$/, "");
  const ending = (end) => list.filter((file) => file.name.toLowerCase().endsWith(end));
  const [ins, answers, outs] = [".in", ".ans", ".out"].map(ending);
  const others = list.filter((file) => ![...ins, ...answers, ...outs].includes(file));
  const known = stem(names.input ?? names.answer);
  // An answer and an output alone belong to the input that is there.
  const pair = !ins.length && list.length === 2 && outs.length === 1;
  const own = pair ? known : stem((ins[0] ?? answers[0])?.name) ?? known ?? (outs.length === 1 ? stem(outs[0].name) : undefined);
  const anew = own !== known && known !== undefined;
  const old = anew ? {} : names;
  const isAnswered = answers.length > 0 || /\.ans$/i.test(old.answer ?? "");
  if (pair && !answers.length) answers.push(...outs);
  else if (!isAnswered && (!old.answer || outs.length > 1 || ins.length)) answers.push(...outs.filter((file) => stem(file.name) === own));
  const came = [...outs.filter((file) => !answers.includes(file)), ...others];
  // Another .out beside a whole set is its new output, or the answer of the next case.
  const either = list.length === 1 && came[0] === outs[0] && outs.length === 1 && filled && !anew && old.output !== outs[0].name;
  const found = {};
  const unclear = [];
  for (const [name, all] of Object.entries({ input: ins, answer: answers, output: came })) {
    if (all.length === 1 && !either) found[name] = all[0];
    else unclear.push(...all);
  }
  return { found, unclear, anew };
}

/** Return the verdict, its reason, both sides of the difference, and the rule; `goTo` receives the line of a traceback. */
export function explained({ verdict, meaning, reason, sides, context, more, rule = [] }, goTo = null) {
  const badge = element("strong", { className: `verdict ${verdict}`, textContent: verdict });
  const shown = [element("p", {}, badge, ` ${meaning}`, ...(reason ? [element("br"), reason] : []))];
  if (sides) shown.push(difference(sides, context));
  shown.push(...rule.map((textContent) => element("p", { className: "rule", textContent })));
  if (more.length) shown.push(element("pre", { tabIndex: 0 }, ...more.flatMap((line) => [traced(line, goTo), "\n"])));
  return shown;
}

function traced(text, goTo) {
  const line = goTo && TRACED.exec(text)?.[1];
  return line ? element("button", { type: "button", className: "link", textContent: text, onclick: () => goTo(Number(line)) }) : text;
}

function difference(sides, context) {
  const before = context.map((text, index) => row("", sides[0].line - context.length + index, text));
  const rows = sides.map(({ label, line, excerpt, caret, character }) => {
    const characters = [...excerpt];
    const mark = element("mark", { textContent: characters[caret] ?? "⌷" });
    const around = [characters.slice(0, caret).join(""), mark, characters.slice(caret + 1).join("")];
    return row(label, line, ...around, element("div", { className: "named", textContent: character }));
  });
  return element("div", { className: "scroll", tabIndex: 0 }, element("table", { className: "difference" },
    element("tbody", {}, ...before, ...rows)));
}

const row = (label, line, ...cells) => element("tr", {}, element("th", { scope: "row", textContent: label }),
  element("td", { className: "line", textContent: line }), element("td", {}, ...cells));

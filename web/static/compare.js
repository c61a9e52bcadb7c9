// Compare: shows all differences of an answer and an output, and the first one as `judge` explains it.
import { Box, choice, fail, files, settled } from "./parts.js";
import { python } from "./python.js";
import { element } from "./viewer.js";
import { say } from "./words.js";

const TRACED = /File "\/home\/(?:player\/)?program\.py", line (\d+)/;

export async function open(section) {
  const part = (name) => section.querySelector(name);
  const told = part(".verdict-box");
  const [input, answer, output] = ["input", "answer", "output"].map((name) => new Box(part(`.${name}`), settled(compare)));
  let hunks = [];
  let at = 0;
  const game = await choice(section, ["big2", "take6", "war", "nim", "blackjack_judge"], (_, found) => {
    if (!found) return;
    input.set(found.in);
    answer.set(found.out);
  });

  async function compare() {
    fail(section, null);
    part(".steps").hidden = true;
    hunks = [];
    if (!answer.bytes.length || !output.bytes.length) return told.replaceChildren();
    try {
      const found = await python.latest("compare", "compare", game.value, input.bytes, answer.bytes, output.bytes);
      told.replaceChildren(...explained(found));
      hunks = found.hunks;
      for (const [box, place] of [[answer, 0], [output, 1]]) {
        box.editor.mark(hunks.flatMap((hunk) => hunk[place].map((line) => ({ line, name: "differs" }))));
      }
      if (hunks.length) show(0);
    } catch (error) {
      fail(section, error);
    }
  }

  /** Scroll to a difference on both sides. */
  function show(to) {
    at = (to + hunks.length) % hunks.length;
    part(".steps").hidden = false;
    part(".which").textContent = say("第 {at} 處不同，共 {of} 處", { at: at + 1, of: hunks.length });
    [answer, output].forEach((box, place) => box.editor.show(hunks[at][place + 2]));
  }

  files(section, (file) => {
    const end = file.name.slice(file.name.lastIndexOf("."));
    const box = { ".in": input, ".out": answer }[end] ?? output;
    (box === answer && answer.file ? output : box).open(file); // the second .out file is the program's output
  });
  part(".previous").onclick = () => show(at - 1);
  part(".next").onclick = () => show(at + 1);
  document.addEventListener("spoken", compare);
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

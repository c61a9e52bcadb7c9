// Compare: an answer and an output, and their first difference as `judge` explains it.
import { Box, choice, fail, settled } from "./parts.js";
import { python } from "./python.js";
import { element } from "./viewer.js";

export async function open(section) {
  const told = section.querySelector(".verdict-box");
  const [input, answer, output] = ["input", "answer", "output"].map((name) =>
    new Box(section.querySelector(`textarea.${name}`), section.querySelector(`.${name}-file`), settled(compare)));
  await choice(section, ["big2", "take6", "war", "nim", "blackjack_judge"], (_, found) => {
    if (!found) return;
    input.set(found.in);
    answer.set(found.out);
  });

  document.addEventListener("spoken", compare);

  async function compare() {
    fail(section, null);
    if (!answer.bytes.length || !output.bytes.length) return told.replaceChildren();
    try {
      told.replaceChildren(...explained(await python.call("compare", answer.bytes, output.bytes)));
    } catch (error) {
      fail(section, error);
    }
  }
}

/** Return the verdict, its reason, and both sides of the difference. */
export function explained({ verdict, meaning, reason, sides, context, more }) {
  const badge = element("strong", { className: `verdict ${verdict}`, textContent: verdict });
  const shown = [element("p", {}, badge, ` ${meaning}`, ...(reason ? [element("br"), reason] : []))];
  if (sides) shown.push(difference(sides, context));
  if (more.length) shown.push(element("pre", { textContent: more.join("\n"), tabIndex: 0 }));
  return shown;
}

function difference(sides, context) {
  const before = context.map((text, index) => row("", sides[0].line - context.length + index, text));
  const rows = sides.map(({ label, line, excerpt, caret, named }) => {
    const characters = [...excerpt];
    const mark = element("mark", { textContent: characters[caret] ?? "⌷" });
    const around = [characters.slice(0, caret).join(""), mark, characters.slice(caret + 1).join("")];
    return row(label, line, ...around, element("div", { className: "named", textContent: named }));
  });
  return element("div", { className: "scroll", tabIndex: 0 }, element("table", { className: "difference" },
    element("tbody", {}, ...before, ...rows)));
}

const row = (label, line, ...cells) => element("tr", {}, element("th", { scope: "row", textContent: label }),
  element("td", { className: "line", textContent: line }), element("td", {}, ...cells));

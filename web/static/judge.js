// Judge: an input, and what the judge writes.
import { Box, choice, fail, settled } from "./parts.js";
import { python } from "./python.js";
import { element } from "./viewer.js";

export async function open(section, replay) {
  const [area, gutter, output] = [".input", ".gutter", ".output"].map((name) => section.querySelector(name));
  const toReplay = section.querySelector(".to-replay");
  const box = new Box(area, section.querySelector(".input-file"), settled(judge));
  const game = await choice(section, ["big2", "take6", "war", "nim", "blackjack_judge"], (_, found) =>
    found ? box.set(found.in) : judge());

  async function judge() {
    toReplay.hidden = !["big2", "take6"].includes(game.value);
    const empty = !box.bytes.length;
    const judged = empty ? { output: "", error: null, line: null } : await python.call("judge", game.value, box.bytes);
    output.textContent = judged.output;
    output.dataset.judged = Number(output.dataset.judged ?? 0) + 1;
    fail(section, judged.error);
    number(judged.line);
  }

  /** Number the lines, and mark the one with the error. */
  function number(wrong) {
    const lines = area.value.split("\n").length;
    const numbers = (from, to) => Array.from({ length: to - from }, (_, index) => `${from + index}\n`).join("");
    const last = Math.max(lines, wrong ?? 0) + 1;
    gutter.replaceChildren(...(wrong ? [numbers(1, wrong),
      element("span", { className: "wrong", textContent: `${wrong}\n` }), numbers(wrong + 1, last)] : [numbers(1, last)]));
    if (wrong) area.scrollTop = Math.max(0, wrong - 4) * (area.scrollHeight / Math.max(1, lines));
    gutter.scrollTop = area.scrollTop;
  }

  area.addEventListener("scroll", () => (gutter.scrollTop = area.scrollTop));
  toReplay.onclick = () => replay(game.value, box.bytes);
  document.addEventListener("spoken", judge);
  await judge();
}

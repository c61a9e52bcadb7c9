// Run: a program in Python over the cases of an assignment, in a worker of its own that can be ended.
import { explained } from "./compare.js";
import { Box, choice, fail } from "./parts.js";
import { Python, python } from "./python.js";
import { element } from "./viewer.js";
import { language, say } from "./words.js";

const GRACE = 60_000; // milliseconds for Python itself to load

export async function open(section) {
  const part = (name) => section.querySelector(name);
  const [start, stop, table, rows, summary] = [".start", ".stop", "table", "tbody", ".summary"].map(part);
  const box = new Box(part(".source"), part(".source-file"), (name) => {
    fail(section, name && !name.endsWith(".py") ? say("這裡只執行 Python 程式（.py）。") : null);
  });
  const game = await choice(section, ["big2", "take6", "war", "nim", "blackjack_judge"], () => {});
  let runner = null;
  let going = false;
  let count = () => {};

  async function run() {
    fail(section, null);
    if (!box.bytes.length) return fail(section, say("先貼上或打開一個 Python 程式。"));
    const seconds = Math.min(600, Math.max(1, Number(part(".seconds").value) || 10));
    const names = (await python.call("cases"))[game.value];
    const verdicts = [];
    count = () => {};
    rows.replaceChildren();
    table.hidden = stop.disabled = false;
    start.disabled = true;
    going = true;
    for (const name of names) {
      summary.textContent = say("執行 {name}……（{done} / {of}）", { name, done: verdicts.length, of: names.length });
      const found = await judged(game.value, name, seconds);
      if (!going) break;
      verdicts.push(found.verdict);
      rows.append(row(found));
    }
    count = async () => (summary.textContent = await python.call("counted", JSON.stringify(verdicts), names.length));
    await count();
    start.disabled = false;
    stop.disabled = true;
    end();
  }

  /** Run the program on a case; where it goes on for too long, end the worker. */
  async function judged(chosen, name, seconds) {
    if (!runner) {
      runner = new Python();
      const slow = setTimeout(() => runner?.end(), GRACE);
      await runner.call("prepare", language()).catch(() => {});
      clearTimeout(slow);
    }
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      end();
    }, seconds * 1000);
    try {
      return await runner.call("run", box.bytes, chosen, name, seconds);
    } catch (error) {
      end();
      return python.call("lost", chosen, name, late ? seconds : 0, late ? "" : error.message);
    } finally {
      clearTimeout(timer);
    }
  }

  function end() {
    runner?.end();
    runner = null;
  }

  document.addEventListener("spoken", () => count());
  start.onclick = () => run().catch((error) => fail(section, error));
  stop.onclick = () => {
    going = false;
    end();
  };
}

function row(found) {
  const badge = element("strong", { className: `verdict ${found.verdict}`, textContent: found.verdict });
  const why = element("td", {}, found.reason);
  if (found.sides || found.more.length) {
    const summary = element("summary", { textContent: say("細節") });
    summary.dataset.say = "細節";
    why.append(element("details", {}, summary, ...explained(found)));
  }
  return element("tr", {}, element("td", {}, badge), element("th", { scope: "row", textContent: found.name }),
    element("td", { className: "line", textContent: found.time }), why);
}

// Run: runs a Python program on the cases of an assignment; each case has its own interpreter.
import { explained } from "./compare.js";
import { Box, choice, fail, files, gameNamed, settled } from "./parts.js";
import { python } from "./python.js";
import { Sandbox } from "./sandbox.js";
import { keep, kept } from "./storage.js";
import { element } from "./viewer.js";
import { say } from "./words.js";

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();
const OWN = "";
const SHOWN = 20_000; // characters of a text that a verdict shows

export async function open(section) {
  const part = (name) => section.querySelector(name);
  const [start, stop, table, rows, summary] = [".start", ".stop", "table", "tbody", ".summary"].map(part);
  const keepProgram = settled(() => keep("program", box.editor.text));
  const box = new Box((name) => {
    fail(section, name && !name.endsWith(".py") ? say("這裡只執行 Python 程式（.py）。") : null);
    keepProgram();
  }, { python: true }).place(part(".source"));
  const input = new Box(() => {}).place(part(".input"));
  let given = ""; // the input of the chosen case
  const game = choice(section, (_, found) => {
    part(".seconds").value = gameNamed(game.value).seconds;
    input.set(given = found?.in ?? "");
    part(".one").hidden = gameNamed(game.value).table !== ""; // its input is a conversation
  });
  box.set(kept("program") ?? "");
  game.onchange();
  let sandbox = new Sandbox();
  let going = false;
  let shown = [];
  let wanted = [];

  /** Return the names of the cases to run: all, or the chosen one; an input of one's own has no name. */
  function chosenCases() {
    const name = part("select.case").value;
    if (input.editor.text !== given) return [OWN];
    return name ? [name] : gameNamed(game.value).cases;
  }

  async function run(again) {
    fail(section, null);
    if (!box.bytes.length) return fail(section, say("先貼上或打開一個 Python 程式。"));
    const chosen = game.value;
    if (!again) {
      [shown, wanted] = [[], chosenCases()];
      rows.replaceChildren();
    }
    const names = again ?? wanted;
    const own = sandbox; // Stop closes it, whatever is awaited then
    table.hidden = stop.disabled = false;
    start.disabled = going = true;
    summary.textContent = say("正在準備 Python……");
    try {
      if (names.includes(OWN) && !again) await python.call("own", chosen, input.bytes);
      await own.load();
      for (const [at, name] of names.entries()) {
        if (!going) break;
        summary.textContent = say("執行 {name}……（{done} / {of}）", { name, done: at, of: names.length });
        await judged(own, chosen, name, at + 1 < names.length);
      }
    } catch (error) {
      fail(section, error);
    }
    await count();
    start.disabled = going = false;
    stop.disabled = true;
  }

  async function judged(own, chosen, name, more) {
    const seconds = Math.min(600, Math.max(1, Number(part(".seconds").value) || 10));
    const input = ENCODER.encode((await python.call("case", chosen, name)).in);
    const ended = await own.run({ source: box.bytes, input, table: gameNamed(chosen).table }, seconds, more);
    if (ended.exceeded === "stopped" || !going) return;
    const errors = ended.kind === "failed" ? ENCODER.encode(ended.why) : ended.errors;
    const exceeded = ["wall", "output"].includes(ended.exceeded) ? ended.exceeded : "";
    const ask = () => python.call("verdict", chosen, name, seconds, ended.status ?? 1, exceeded, ended.wall, ended.cannot, ended.output, errors);
    const each = { name, ask, found: await ask(), row: element("tr"), output: ended.output, chosen };
    draw(each);
    const at = shown.findIndex((old) => old.name === name);
    if (at < 0) rows.append(each.row);
    else shown[at].row.replaceWith(each.row);
    shown.splice(at < 0 ? shown.length : at, 1, each);
  }

  function draw({ name, found, row, output, chosen }) {
    const badge = element("strong", { className: `verdict ${found.verdict}`, textContent: found.verdict, title: found.meaning });
    const why = element("td", {}, found.reason);
    if (found.verdict !== "AC") {
      const details = element("details", {}, element("summary", { textContent: say("細節") }), ...explained(found, goTo));
      const again = element("button", { type: "button", textContent: say("只執行這個測試"), onclick: () => going || run([name]) });
      details.append(again);
      details.ontoggle = async () => {
        if (details.open && !details.querySelector(".sides")) details.append(sides(await python.call("case", chosen, name), output));
      };
      why.append(details);
    }
    row.replaceChildren(element("td", {}, badge), element("th", { scope: "row", textContent: name || say("自己的輸入") }),
      element("td", { className: "line", textContent: found.time }), why);
  }

  /** Scroll to the line of the program in a traceback. */
  const goTo = (line) => box.editor.mark(line, true);

  async function count() {
    summary.textContent = shown.length || !going ? await python.call("counted", JSON.stringify(shown.map(({ found }) => found.verdict)), wanted.length) : "";
  }

  document.addEventListener("spoken", async () => {
    for (const each of shown) {
      each.found = await each.ask();
      draw(each);
    }
    if (!going && !table.hidden) await count();
  });
  files(section, ([file]) => box.open(file));
  start.onclick = () => run();
  stop.onclick = () => {
    going = false;
    sandbox.close();
    sandbox = new Sandbox();
  };
}

/** Show input, output and answer side by side. */
function sides(given, output) {
  const texts = { 輸入: given.in, 你的輸出: DECODER.decode(output.subarray(0, 4 * SHOWN)), 答案: given.out };
  return element("div", { className: "sides" }, ...Object.entries(texts).map(([label, text]) => element("div", {},
    element("h3", { textContent: say(label) }),
    element("pre", { tabIndex: 0, textContent: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text }))));
}

// Run: runs a Python program on the cases of an assignment; each case has its own interpreter.
import { explained } from "./compare.js";
import { MOST } from "./bounds.js";
import { packed } from "./packed.js";
import { Editor } from "./editor.js";
import { address, choice, copy, fail, files, gameNamed, read, settled } from "./parts.js";
import { python } from "./python.js";
import { Sandbox } from "./sandbox.js";
import { keep, kept } from "./storage.js";
import { element } from "./viewer.js";
import { say } from "./words.js";

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();
const OWN = "";
const SAMPLE = "import sys\n\nfor line in sys.stdin:\n    print(line, end=\"\")\n";
const SHOWN = 20_000; // characters of a text that a verdict shows

export async function open(section) {
  const part = (name) => section.querySelector(name);
  const [start, stop, table, rows, summary] = [".start", ".stop", "table", "tbody", ".summary"].map(part);
  const keepProgram = settled(() => keep("program", box.text));
  const changed = () => {
    fail(section, null);
    keepProgram();
  };
  const box = new Editor({ changed, run: () => going || run() }).place(part(".source"));
  const input = new Editor({}).place(part(".input"));
  let given = ""; // the input of the chosen case
  const game = choice(section, (chosen, found) => {
    keep("tests", chosen);
    if (!found) part(".seconds").value = gameNamed(chosen).seconds;
    input.text = given = found?.in ?? "";
    part(".one").hidden = gameNamed(chosen).table !== ""; // its input is a conversation
  }, "tests");
  box.text = kept("program", SAMPLE);
  if (gameNamed(kept("tests", ""))) game.value = kept("tests", "");
  game.onchange();
  let sandbox = new Sandbox();
  let going = false;
  let shown = [];
  let wanted = [];

  /** Return the names of the cases to run: all, or the chosen one; an input of one's own has no name. */
  function chosenCases() {
    const name = part("select.case").value;
    if (input.text !== given) return [OWN];
    return name ? [name] : gameNamed(game.value).tests;
  }

  async function run(again) {
    fail(section, null);
    if (!again) {
      [shown, wanted] = [[], chosenCases()];
      rows.replaceChildren();
      summary.textContent = "";
    }
    if (!box.bytes.length) return fail(section, say("先貼上或打開一個 Python 程式。"));
    const chosen = game.value;
    const names = again ?? wanted;
    const own = sandbox; // Stop closes it, whatever is awaited then
    table.hidden = stop.disabled = false;
    start.disabled = going = true;
    summary.textContent = say("正在準備 Python……");
    try {
      const { text, note, found } = await python.call("program", box.bytes);
      part(".shared").textContent = note;
      if (found) {
        shown = [];
        rows.replaceChildren(drawn("program.py", found, explained(found, goTo).slice(1)));
      } else await runAll(own, chosen, names, ENCODER.encode(text), again);
    } catch (error) {
      fail(section, error);
    }
    await count();
    start.disabled = going = false;
    stop.disabled = true;
  }

  async function runAll(own, chosen, names, source, again) {
    if (names.includes(OWN) && !again) await python.call("own", chosen, input.bytes);
    await own.load();
    for (const [at, name] of names.entries()) {
      if (!going) break;
      summary.textContent = say("執行 {name}……（{done} / {of}）", { name, done: at, of: names.length });
      await judged(own, chosen, name, source, at + 1 < names.length);
      if (part(".first").checked && shown.some((each) => each.found.verdict !== "AC")) break;
    }
  }

  async function judged(own, chosen, name, source, more) {
    const seconds = Math.min(600, Math.max(1, Number(part(".seconds").value) || 10));
    const input = ENCODER.encode((await python.call("case", chosen, name)).in);
    const ended = await own.run({ source, input, table: gameNamed(chosen).table }, seconds, more);
    if (ended.exceeded === "stopped" || !going) return;
    const errors = ended.kind === "failed" ? ENCODER.encode(ended.why) : ended.errors;
    const exceeded = ["wall", "output"].find((limit) => limit === ended.exceeded) ?? null;
    const end = JSON.stringify([ended.status ?? 1, exceeded, ended.wall, ended.cannot]);
    const found = await python.call("verdict", chosen, name, seconds, end, ended.output, errors);
    const row = drawn(name || say("自己的輸入"), found, found.verdict === "AC" ? [] : [details(found, name, chosen, source, ended.output)]);
    const at = shown.findIndex((old) => old.name === name);
    if (at < 0) rows.append(row);
    else shown[at].row.replaceWith(row);
    shown.splice(at < 0 ? shown.length : at, 1, { name, found, row });
  }

  /** What there is to know of a failed case: why, the texts side by side, and its address. */
  function details(found, name, chosen, source, output) {
    const made = element("details", {}, element("summary", { textContent: say("細節") }), ...explained(found, goTo));
    const again = element("button", { type: "button", textContent: say("只執行這個測試"), onclick: () => going || run([name]) });
    const link = element("button", { type: "button", textContent: say("複製網址"), onclick: async () => {
      if (source.length > MOST.address) return void (part(".shared").textContent = say("這個程式太長，放不進網址。"));
      await copy(section, address(`#run/${chosen}/${await packed(source)}/${encodeURIComponent(name)}/${found.verdict}`));
    } });
    made.append(again, " ", ...(name ? [link] : []));
    made.ontoggle = async () => {
      if (made.open && !made.querySelector(".sides")) made.append(sides(await python.call("case", chosen, name), output));
    };
    return made;
  }

  /** Scroll to the line of the program in a traceback. */
  const goTo = (line) => {
    box.mark(line, true);
    part(".source").scrollIntoView({ block: "nearest" });
  };

  async function count() {
    summary.textContent = shown.length || !going ? await python.call("counted", JSON.stringify(shown.map(({ found }) => found.verdict)), wanted.length) : "";
  }

  files(section, async ([file, ...others], at) => {
    const editor = part(".one").contains(at) ? input : box;
    if (editor === box && !/\.py$/i.test(file.name)) return fail(section, say("這裡只執行 Python 程式（.py）。"));
    editor.give(await read(file));
    if (others.length) fail(section, say("這裡只讀一個檔案，沒有讀：{names}", { names: others.map(({ name }) => name).join(" ") }));
  });
  start.onclick = () => run();
  stop.onclick = () => {
    going = false;
    sandbox.close();
    sandbox = new Sandbox();
  };
  return {
    /** Show the program of an address and its case; ask before it replaces another one. */
    async open(chosen, bytes, name, verdict) {
      history.replaceState(null, "", "#run");
      const text = DECODER.decode(bytes);
      if (![SAMPLE, text].includes(box.text) && !confirm(say("網址裡有一個程式。要用它取代你自己的程式嗎？"))) return;
      game.value = chosen;
      game.onchange();
      box.text = text;
      part("select.case").value = decodeURIComponent(name);
      await part("select.case").onchange();
      part(".shared").textContent = say("這個程式在 {name} 的判定是 {verdict}。", { name: decodeURIComponent(name), verdict });
    },
  };
}

/** Return the row of a verdict. */
function drawn(name, { verdict, meaning, time, reason }, more) {
  const badge = element("strong", { className: `verdict ${verdict}`, textContent: verdict, title: meaning });
  return element("tr", {}, element("td", {}, badge), element("th", { scope: "row", textContent: name }),
    element("td", { className: "line", textContent: time }), element("td", {}, reason, ...more));
}

/** Show input, output and answer side by side. */
function sides(given, output) {
  const texts = { 輸入: given.in, 你的輸出: DECODER.decode(output.subarray(0, 4 * SHOWN)), 答案: given.out };
  return element("div", { className: "sides" }, ...Object.entries(texts).map(([label, text]) => element("div", {},
    element("h3", { textContent: say(label) }),
    element("pre", { tabIndex: 0, textContent: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text }))));
}

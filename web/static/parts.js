// Parts that the sections share: a text from the editor or a file, and the choice of a game and a case.
import { Editor } from "./editor.js";
import { Cancelled, demandShort, python } from "./python.js";
import { element } from "./viewer.js";
import { say } from "./words.js";

export const NAMES = { big2: "大老二", blackjack_judge: "二十一點", war: "戰爭", take6: "誰是牛頭王", nim: "Nim" };
const ENCODER = new TextEncoder();

/** An editor that keeps the exact bytes of an opened or dropped file until the user changes the text. */
export class Box {
  constructor(host, changed, options = {}) {
    this.changed = changed;
    this.file = null;
    this.setting = false;
    this.editor = new Editor(host, { ...options, changed: () => this.setting || this.take(null) });
  }

  get bytes() {
    return this.file ?? ENCODER.encode(this.editor.text);
  }

  async open(file) {
    this.give(await read(file), file.name);
  }

  give(bytes, name) {
    this.set(new TextDecoder().decode(bytes));
    this.take(bytes, name);
  }

  set(text) {
    this.setting = true;
    this.editor.text = text;
    this.setting = false;
    this.take(null);
  }

  take(file, name) {
    this.file = file;
    this.changed(name);
  }
}

/** Return the bytes of a file; an error if it is too long. */
export async function read(file) {
  demandShort(file.size);
  return new Uint8Array(await file.arrayBuffer());
}

/** Let a button open files, and a section accept dropped files; `took` gets them together, and the element they fell on. */
export function files(section, took) {
  const input = element("input", { type: "file", multiple: true, hidden: true, className: "file" });
  let taken = Promise.resolve();
  const give = (list, at) => {
    const all = [...list];
    taken = taken.then(() => took(all, at)).catch((error) => fail(section, error));
  };
  input.onchange = () => {
    give(input.files, section);
    input.value = ""; // so that the same file can be opened again
  };
  section.append(input);
  for (const button of section.querySelectorAll(".open")) button.onclick = () => input.click();
  const drop = (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    event.stopPropagation(); // an editor would insert the text, too
    give(event.dataTransfer.files, event.target);
  };
  section.addEventListener("drop", drop, true);
}

/** Fill the lists of games and of the chosen game's cases; report each choice to `chosen`. */
export async function choice(section, games, chosen) {
  const [game, named] = ["game", "case"].map((name) => section.querySelector(`select.${name}`));
  const cases = await python.call("cases");
  const fill = () => named?.replaceChildren(option("", "—"), ...cases[game.value].map((name) => option(name, name)));
  game.replaceChildren(...games.map((name) => {
    const made = option(name, say(NAMES[name]));
    made.dataset.say = NAMES[name];
    return made;
  }));
  game.onchange = () => {
    fill();
    chosen(game.value, null);
  };
  if (named) named.onchange = async () => {
    if (named.value) chosen(game.value, await python.call("case", game.value, named.value));
  };
  fill();
  return game;
}

const option = (value, textContent) => element("option", { value, textContent });

/** Show an error, or clear it; a cancelled call is not an error. */
export function fail(section, error) {
  const told = error instanceof Cancelled ? error.message : String(error?.message ?? error ?? "");
  section.querySelector(".error").textContent = told;
}

/** Debounce an action: run it once after the last of several quick changes. */
export function settled(action) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(action, 150, ...given);
  };
}

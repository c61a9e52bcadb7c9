// Parts that the ways share: a text that may come from a file, and the choice of a game and a case.
import { python } from "./python.js";
import { say } from "./words.js";
import { element } from "./viewer.js";

export const NAMES = { big2: "大老二", blackjack_judge: "二十一點", war: "戰爭", take6: "誰是牛頭王", nim: "Nim" };
const ENCODER = new TextEncoder();

/** A text area, or the bytes of a file that was opened or dropped on it, as they are. */
export class Box {
  constructor(area, file, changed) {
    this.area = area;
    this.changed = changed;
    this.file = null;
    area.addEventListener("input", () => this.take(null));
    area.addEventListener("dragover", (event) => event.preventDefault());
    area.addEventListener("drop", (event) => {
      const [dropped] = event.dataTransfer.files;
      if (dropped) event.preventDefault();
      if (dropped) this.open(dropped);
    });
    file?.addEventListener("change", () => file.files[0] && this.open(file.files[0]));
  }

  get bytes() {
    return this.file ?? ENCODER.encode(this.area.value);
  }

  async open(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    this.area.value = new TextDecoder().decode(bytes);
    this.take(bytes, file.name);
  }

  set(text) {
    this.area.value = text;
    this.take(null);
  }

  take(file, name) {
    this.file = file;
    this.changed(name);
  }
}

/** Fill the choice of games, and of the cases of the one that is chosen; tell of a choice. */
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

/** Show an error, or none. */
export function fail(section, error) {
  section.querySelector(".error").textContent = error ? String(error.message ?? error) : "";
}

/** Carry out the last of quick changes, one at a time. */
export function settled(action) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, 150);
  };
}

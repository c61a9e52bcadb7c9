// Play: the settings of a game, its save and the score; board.js draws the board.
import { Board, wait } from "./board.js";
import { address, chosenGame, copy, download, fail, files, option, read } from "./parts.js";
import { packed } from "./packed.js";
import { python } from "./python.js";
import { keep, kept } from "./storage.js";
import { element } from "./viewer.js";
import { say } from "./words.js";

const MOST_DEALS = 500; // the last ones that a score remembers
const DEFAULTS = { level: "normal", position: "1", pace: "700", settings: {} };

export async function open(section, replay) {
  const part = (name) => section.querySelector(name);
  const form = part("form");
  const at = (name) => form.querySelector(`.${name}`);
  const [settings, rules] = [".deal", ".rules-of"].map((name) => /** @type {HTMLDialogElement} */ (part(name)));
  const choice = chosenGame(part(".game"), ({ plays }) => plays);
  const board = new Board(part(".board"), { ask, make: (text) => ask("make", text), back: () => ask("back"), deal: again, replay: () => step(), from: (save) => begin("load", save) });
  let number = 0;
  let asked = 0; // the number of the game whose answer is awaited
  let state = null;
  let given = DEFAULTS;
  let counted = false; // whether the score has this deal

  /** Show a game's rules and its form, filled with the settings of the last deal. */
  async function fill() {
    const about = await python.call("about", choice.value);
    part(".rules-of .lines").replaceChildren(...about.rules.map((textContent) => element("p", { textContent })));
    at("level").replaceChildren(...Object.entries(about.levels).map(([level, name]) => option(level, name)));
    at("own").replaceChildren(...about.settings.map(({ keyword, label, help, kind, values, least, most, usual }) => {
      const list = kind === "text" && values.length;
      const field = list ? element("select", {}, ...values.map((value) => option(value, value))) : element("input", { type: kind === "flag" ? "checkbox" : kind });
      if (kind === "number") Object.assign(field, { min: least ?? "", max: most ?? "", placeholder: usual ?? "" });
      field.dataset.keyword = keyword;
      const value = given.settings?.[keyword];
      if (kind === "flag") field.checked = value ?? Boolean(usual);
      else field.value = value ?? (list ? usual : "");
      return element("label", { className: kind, title: help }, element("span", { textContent: label }), " ", field);
    }));
    for (const name of ["level", "position", "pace"]) at(name).value = given[name];
    if (!at("level").value) at("level").value = DEFAULTS.level;
    given = filled();
  }

  function filled() {
    const fields = [...at("own").querySelectorAll("[data-keyword]")];
    const own = fields.map((field) => [field.dataset.keyword, field.type === "checkbox" ? field.checked : field.value]);
    const [level, position, pace] = ["level", "position", "pace"].map((name) => at(name).value);
    return { level, position, pace, settings: Object.fromEntries(own) };
  }

  /** Deal anew, by a seed or by chance. */
  async function deal(seed) {
    counted = false;
    return begin("deal", JSON.stringify({ ...given, seed: seed || String(crypto.getRandomValues(new Uint32Array(1))[0]) }));
  }

  /** Deal the next game; within a game the form asks first. */
  function again() {
    const within = state && state.awaits !== "over" && state.begun;
    part(".within").hidden = !within;
    if (within) settings.showModal();
    else deal();
  }

  /** Begin by dealing or loading; return whether that was possible, or another game has begun meanwhile. */
  async function begin(how, text) {
    fail(section, null);
    const mine = number += 1;
    const game = choice.value;
    keep("game", game);
    try {
      const begun = await python.call(how, game, text);
      if (mine !== number) return true;
      board.begin(Number(given.pace));
      await show(begun);
      return true;
    } catch (error) {
      fail(section, error);
      return false;
    }
  }

  /** Restore the saved game, or deal a new one. */
  async function resume(save) {
    const old = kept(`table ${choice.value}`, {});
    given = { ...DEFAULTS, ...old.given };
    counted = Boolean(save) || Boolean(old.counted);
    state = null;
    await fill();
    const saved = save ?? old.save;
    if (saved && await begin("load", saved)) return;
    const why = part(".error").textContent;
    if (!await deal()) {
      given = DEFAULTS;
      await deal();
    }
    fail(section, why);
  }

  /** Show a state, and let the computer players act until it is a person's turn. */
  async function show(shown) {
    const mine = number;
    for (let next = shown; ; next = await python.call("play", choice.value, "step")) {
      if (mine !== number) return;
      state = next;
      count();
      keep(`table ${choice.value}`, { given, counted, save: state.save });
      await board.show(state, score(), () => mine === number);
      if (state.awaits !== "computer") return;
      await wait(Number(given.pace));
      if (mine !== number) return;
    }
  }

  const scoreName = () => `score ${choice.value} ${given.level}`;

  /** Count a game that has ended, each deal once. */
  function count() {
    if (state.awaits !== "over" || counted) return;
    counted = true;
    const { won, of, deals = [] } = kept(scoreName(), { won: 0, of: 0 });
    const dealt = JSON.stringify([/"seed": \d+/.exec(state.save)[0], given.position, given.settings]);
    if (deals.includes(dealt)) return;
    keep(scoreName(), { won: won + Number(state.won), of: of + 1, deals: [...deals, dealt].slice(-MOST_DEALS) });
  }

  function score() {
    const { won, of } = kept(scoreName(), { won: 0, of: 0 });
    const level = at("level").selectedOptions[0]?.textContent ?? "";
    return !of ? "" : say("{level}：{of} 場贏了 {won} 場", { level, won, of });
  }

  /** Ask the table for something; a new state is shown, a refusal is said at the board. */
  async function ask(what, ...words) {
    if (asked === number) return null; // a second click would act on an old state
    const mine = asked = number;
    fail(section, null);
    try {
      const answer = await python.call("play", choice.value, what, ...words);
      if (mine !== number) return null; // another game has begun
      if (answer?.awaits === undefined) return answer;
      await show(answer);
    } catch (error) {
      if (what === "make") board.notify(error.message);
      else fail(section, error);
    } finally {
      if (asked === mine) asked = 0;
    }
    return null;
  }

  const save = () => new TextEncoder().encode(state.save);
  const step = () => replay(choice.value, save());
  const acts = {
    rules: () => rules.showModal(),
    settings: () => {
      part(".within").hidden = true;
      settings.showModal();
    },
    new: again,
    close: () => settings.close(),
    "close-rules": () => rules.close(),
    save: () => download(`${choice.value}.json`, state.save),
    share: async () => {
      await copy(section, address(`#play/${choice.value}/${await packed(save())}`));
    },
  };
  for (const [name, act] of Object.entries(acts)) part(`.${name}`).onclick = act;
  files(section, async ([file]) => {
    settings.close();
    counted = true;
    await begin("load", new TextDecoder().decode(await read(file)));
  });
  choice.onchange = () => resume();
  form.onsubmit = (event) => {
    event.preventDefault();
    settings.close();
    given = filled();
    deal(at("seed").value);
    at("seed").value = "";
  };
  python.addEventListener("restart", () => state && begin("load", state.save));
  choice.value = kept("game", "");
  if (!choice.value) choice.selectedIndex = 0;
  await resume();
  return {
    /** Go on with a game, given as the bytes of its save; ask before it replaces one of one's own. */
    async open(game, bytes) {
      history.replaceState(null, "", "#play");
      const own = kept(`table ${game}`, {}).save;
      if (own && /"moves": \[\s*\[/.test(own) && !confirm(say("網址裡有一場遊戲。要用它取代你自己的這一場嗎？"))) return;
      choice.value = game;
      await resume(new TextDecoder().decode(bytes));
    },
  };
}

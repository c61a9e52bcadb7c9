// Play: the settings of a game, its save and the score; board.js draws the board.
import { Board } from "./board.js";
import { fail, NAMES } from "./parts.js";
import { python } from "./python.js";
import { element } from "./viewer.js";
import { say } from "./words.js";

const GAMES = ["big2", "take6", "blackjack_judge", "nim"];
const DEFAULTS = { level: "normal", seat: "1", players: "4", threshold: "", pace: "700" };
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Read from the browser's storage; return nothing if it is unavailable or written by another version. */
function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch { /* no storage: the game goes on without a save */ }
}

export async function open(section, replay) {
  const part = (name) => section.querySelector(name);
  const form = part("form");
  const at = (name) => form.querySelector(`.${name}`);
  const choice = part(".game");
  const board = new Board(part(".board"), { ask, deal: () => deal(), replay: step, save, review, from: (moves) => begin(given, moves) });
  let number = 0;
  let busy = false;
  let state = null;
  let given = null;

  const option = (value, name) => element("option", { value, textContent: say(name) });
  async function fill() {
    const chosen = choice.value || kept("game") || "big2";
    choice.replaceChildren(...GAMES.map((name) => option(name, NAMES[name])));
    choice.value = GAMES.includes(chosen) ? chosen : "big2";
    const level = at("level").value;
    at("level").replaceChildren(...Object.entries(await python.call("levels")).map(([value, textContent]) => element("option", { value, textContent })));
    at("level").value = level || "normal";
    for (const only of form.querySelectorAll("[class^=only-]")) only.hidden = only.className !== `only-${choice.value}`;
  }

  /** Deal a new game with the settings; without a seed, use a random one. */
  async function deal(chosen) {
    const seed = chosen || String(crypto.getRandomValues(new Uint32Array(1))[0]);
    given = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, at(name).value]));
    await begin({ ...given, seed }, []);
  }

  async function begin(settings, moves) {
    fail(section, null);
    const mine = number += 1;
    given = settings;
    const game = choice.value;
    keep("game", game);
    try {
      const dealt = await python.call("deal", game, JSON.stringify(settings), JSON.stringify(moves));
      if (mine !== number) return;
      board.begin(game, Number(settings.pace));
      await show(dealt, moves.length > 0);
    } catch (error) {
      fail(section, error);
    }
  }

  /** Restore the saved game, or deal a new one. */
  async function resume() {
    const old = kept(`table ${choice.value}`);
    for (const [name, value] of Object.entries({ ...DEFAULTS, ...old?.given })) if (name !== "seed") at(name).value = value;
    if (old) await begin(old.given, old.moves);
    if (!old || !state) await deal();
  }

  /** Show a state, and let the computer players act until it is the person's turn. */
  async function show(shown, again = false) {
    const mine = number;
    for (state = shown; ; state = await python.call("play", choice.value, "step")) {
      if (mine !== number) return;
      keep(`table ${choice.value}`, { given, moves: state.moves });
      if (state.over && !again) count();
      board.show(state, state.over ? score() : "");
      if (state.awaits !== "computer") return;
      again = false;
      await wait(Number(given.pace));
      if (mine !== number) return;
    }
  }

  const scoreName = () => `score ${choice.value} ${given.level}`;
  function count() {
    const old = kept(scoreName()) ?? { won: 0, of: 0 };
    keep(scoreName(), { won: old.won + Number(state.won), of: old.of + 1 });
  }

  function score() {
    const { won = 0, of = 0 } = kept(scoreName()) ?? {};
    const level = at("level").selectedOptions[0]?.textContent ?? "";
    return say("{level}：{of} 場贏了 {won} 場", { level, won, of });
  }

  async function ask(what, ...indices) {
    if (busy) return null; // a second click would act on an old state
    busy = true;
    fail(section, null);
    try {
      const answer = await python.call("play", choice.value, what, ...indices);
      if (answer.awaits === undefined) return answer;
      await show(answer);
    } catch (error) {
      fail(section, error);
    } finally {
      busy = false;
    }
    return null;
  }

  /** Review a game: show the mistakes that lost it. */
  async function review() {
    try {
      return (await python.call("play", choice.value, "review")).mistakes;
    } catch (error) {
      fail(section, error);
      return null;
    }
  }

  async function save() {
    const text = (await python.call("play", choice.value, "case")).case;
    const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: `${choice.value}.in` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async function step() {
    replay(choice.value, new TextEncoder().encode((await python.call("play", choice.value, "case")).case));
  }

  const settings = part("dialog");
  part(".settings").onclick = () => settings.showModal();
  part(".new").onclick = () => deal();
  part(".close").onclick = () => settings.close();
  choice.onchange = async () => {
    await fill();
    await resume();
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    settings.close();
    deal(at("seed").value);
    at("seed").value = "";
  };
  document.addEventListener("spoken", async () => {
    await fill();
    if (state) await begin(given, state.moves);
  });
  python.addEventListener("restart", () => state && begin(given, state.moves));
  await fill();
  await resume();
}

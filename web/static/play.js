// Play: a game against computers. Python knows the rules; here cards are drawn and chosen.
import { fail } from "./parts.js";
import { python } from "./python.js";
import { card, element } from "./viewer.js";
import { say, viewerWords } from "./words.js";
import { NAMES } from "./parts.js";

const SUITS = "CDHS";
const part = (name, className, properties = {}, ...children) => element(name, { className, ...properties }, ...children);
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export async function open(section, replay) {
  const form = section.querySelector("form");
  const board = section.querySelector(".board");
  const at = (name) => form.querySelector(`.${name}`);
  let levels = await python.call("levels");
  let table = null;
  at("game").replaceChildren(...["big2", "take6"].map((game) => {
    const made = element("option", { value: game, textContent: say(NAMES[game]) });
    made.dataset.say = NAMES[game];
    return made;
  }));

  function setUp() {
    const game = at("game").value;
    at("level").replaceChildren(...levels[game].map(([value, textContent]) => element("option", { value, textContent })));
    for (const only of form.querySelectorAll("[class^=only-]")) only.hidden = only.className !== `only-${game}`;
  }

  async function deal() {
    fail(section, null);
    at("seed").value ||= String(crypto.getRandomValues(new Uint32Array(1))[0]);
    const given = ["level", "seed", "seat", "players", "threshold"].map((name) => at(name).value);
    table = new Table(section, board, at("game").value, () => Number(at("pace").value), replay);
    const state = await python.call("deal", at("game").value, given[0], given[1], Number(given[2] || 0), Number(given[3] || 2), given[4]);
    board.hidden = false;
    await table.show(state);
  }

  at("game").onchange = setUp;
  document.addEventListener("spoken", async () => {
    const chosen = at("level").value;
    levels = await python.call("levels");
    setUp();
    at("level").value = chosen;
    table?.again();
  });
  form.onsubmit = (event) => {
    event.preventDefault();
    deal().catch((error) => fail(section, error));
  };
  setUp();
}

class Table {
  static newest = 0;
  chosen = new Set();
  story = [];
  open = false;
  ordered = false;
  busy = false;
  constructor(section, board, game, pace, replay) {
    this.section = section;
    this.board = board;
    this.game = game;
    this.pace = pace;
    this.replay = replay;
    this.number = Table.newest += 1;
    board.onkeydown = (event) => this.key(event);
  }

  /** Show a state, and let the computers act until the person has to. */
  async show(state) {
    this.state = state;
    this.chosen.clear();
    this.story.push(...state.says);
    this.draw();
    while (this.state.awaits === "computer") {
      await wait(this.pace());
      if (this.number !== Table.newest) return;
      this.state = await python.call("play", this.game, "step");
      this.story.push(...this.state.says);
      this.draw();
    }
  }

  /** Show the same state in another language; what was said before stays as it was. */
  async again() {
    this.state = await python.call("play", this.game, "look");
    this.draw();
  }

  async ask(what, ...indices) {
    if (this.busy) return null; // a second click would be meant for what is no longer there
    this.busy = true;
    fail(this.section, null);
    try {
      const answer = await python.call("play", this.game, what, ...indices);
      if (answer.awaits === undefined) return answer;
      await this.show(answer);
    } catch (error) {
      fail(this.section, error);
    } finally {
      this.busy = false;
    }
    return null;
  }

  async act(...indices) {
    if (this.state.awaits === "cards") await this.ask("act", ...indices);
  }

  async hint() {
    const hinted = await this.ask("hint");
    if (!hinted) return;
    this.chosen = new Set(hinted.chosen);
    this.story.push(...hinted.says);
    this.draw();
  }

  async save() {
    const text = await this.case();
    const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: `${this.game}.in` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async step() {
    this.replay(this.game, new TextEncoder().encode(await this.case()));
  }

  async case() {
    return (await python.call("play", this.game, "case")).case;
  }

  toggle(index) {
    if (this.game === "take6") this.chosen.clear();
    if (!this.chosen.delete(index)) this.chosen.add(index);
    this.draw();
  }

  /** The plays that have all chosen cards in them. */
  get possible() {
    return this.state.plays.filter((play) => [...this.chosen].every((index) => play.includes(index)));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const cards = [...this.board.querySelectorAll(".hand button")];
    const place = cards.indexOf(document.activeElement);
    const moves = { ArrowRight: 1, ArrowLeft: -1 };
    const keys = { p: ".pass", h: ".hint", u: ".undo", Enter: place >= 0 ? ".act" : "" };
    if (event.key in moves && place >= 0) cards[(place + moves[event.key] + cards.length) % cards.length].focus();
    else if (keys[event.key]) this.board.querySelector(keys[event.key])?.click();
    else return;
    event.preventDefault();
  }

  draw() {
    const focused = document.activeElement?.closest(".board [data-key]")?.getAttribute("data-key");
    const { state } = this;
    this.board.className = `board ${this.game}`;
    this.board.replaceChildren(this.seats(), this.felt(), this.hand(), this.buttons(), this.plays());
    const log = this.board.querySelector(".log");
    log.scrollTop = log.scrollHeight;
    const again = focused && (this.board.querySelector(`[data-key="${focused}"]:not(:disabled)`) ?? this.board.querySelector(".hand button, .ended"));
    if (again) again.focus({ preventScroll: true });
    this.board.dataset.awaits = state.over ? "over" : state.awaits;
  }

  seats() {
    const { seats, seat: mine } = this.state;
    const order = seats.map((_, index) => (mine + 1 + index) % seats.length);
    return part("ul", "opponents", {}, ...order.map((index) => {
      const { name, note, cards, turn, winner } = seats[index];
      const shown = this.open || this.state.over;
      const drawn = shown ? cards.map((text) => card(text, viewerWords))
        : cards.map(() => part("span", "card back"));
      const hand = part("div", "cards", { ariaHidden: shown ? null : "true" }, ...drawn);
      return part("li", `seat ${turn ? "turn" : ""} ${winner ? "winner" : ""}`, {},
        part("div", "name", {}, part("span", "", { textContent: winner ? `${name} 🏆` : name }), part("span", "note", { textContent: note })),
        ...(index === mine ? [] : [hand]));
    }));
  }

  felt() {
    const rows = this.state.rows.map((row, index) => {
      const cards = row.map((text) => card(text, viewerWords));
      const label = say("第 {row} 列", { row: index + 1 });
      if (this.state.awaits === "row") {
        return part("button", "row cards", { type: "button", ariaLabel: say("拿走{label}：{cards}", { label, cards: row.join(" ") }), onclick: () => this.ask("act", index) }, ...cards);
      }
      return part("div", "row cards", this.game === "take6" ? { role: "group", ariaLabel: label } : {}, ...cards);
    });
    const log = part("div", "log", { role: "log", tabIndex: 0, ariaLabel: say("發生的事") },
      ...this.story.slice(-40).map((textContent) => part("p", "", { textContent })));
    return part("div", "felt", {}, part("div", "laid", {}, part("h3", "", { textContent: this.state.table }), ...rows), log);
  }

  hand() {
    const { hand, awaits } = this.state;
    const useful = new Set(this.possible.flat());
    const order = hand.map((_, index) => index);
    if (this.ordered) order.sort((a, b) => this.rank(hand[a]) - this.rank(hand[b]) || a - b);
    return part("div", "hand", { role: "group", ariaLabel: say("你的手牌") }, ...order.map((index) => {
      const made = card(hand[index], viewerWords, "button");
      made.type = "button";
      made.dataset.key = `card ${hand[index]}`;
      made.ariaPressed = String(this.chosen.has(index));
      made.classList.toggle("legal", awaits === "cards" && useful.has(index));
      made.onclick = () => this.toggle(index);
      return made;
    }));
  }

  /** What the hand is sorted by, where not as it is dealt: suits, or heads. */
  rank(text) {
    return this.game === "big2" ? SUITS.indexOf(text[0]) : -Number(/\((\d)\)/.exec(text)[1]);
  }

  buttons() {
    const { awaits, may_pass: mayPass, over } = this.state;
    const mine = awaits === "cards";
    const made = (name, label, onclick, enabled = true, shown = true) => {
      const button = part("button", name, { type: "button", textContent: say(label), onclick, disabled: !enabled, hidden: !shown });
      button.dataset.key = name;
      return button;
    };
    const legal = this.possible.some((play) => play.length === this.chosen.size);
    const act = made(`act ${legal ? "main-action" : ""}`, "出牌", () => this.act(...this.chosen), mine && this.chosen.size > 0, !over);
    act.dataset.key = "act";
    return part("div", "actions", {}, act,
      made("pass", "PASS", () => this.act(), mine && mayPass, this.game === "big2" && !over),
      made("hint", "提示", () => this.hint(), mine || awaits === "row", !over),
      made("undo", "收回", () => this.ask("back"), awaits !== "computer"),
      made("sort", this.game === "big2" ? "依花色排" : "依牛頭排", () => this.flip("ordered"), true, !over),
      made("look", this.open ? "蓋住別人的牌" : "看別人的牌", () => this.flip("open"), true, !over),
      made("save ended", "存成測試", () => this.save(), over, over), made("step", "逐步回放", () => this.step(), over, over));
  }

  flip(what) {
    this[what] = !this[what];
    this.draw();
  }

  /** List the legal plays, one of each ranks: to choose one is to choose its cards. */
  plays() {
    const kinds = new Map();
    for (const play of this.state.plays) {
      const ranks = play.map((index) => this.state.hand[index].slice(1)).join(" ");
      if (!kinds.has(ranks)) kinds.set(ranks, play);
    }
    if (this.game !== "big2" || !kinds.size) return "";
    const buttons = [...kinds.values()].map((play) => part("button", "cards", { type: "button", onclick: () => {
      this.chosen = new Set(play);
      this.draw();
    } }, ...play.map((index) => card(this.state.hand[index], viewerWords))));
    const list = part("details", "plays", { open: this.listed, ontoggle: (event) => (this.listed = event.target.open) },
      element("summary", { textContent: say("可以出的牌（{count} 種）", { count: buttons.length }) }), part("div", "list", {}, ...buttons));
    return list;
  }
}

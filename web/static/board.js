// The board: draws the state of a game that Python sends, and collects the person's choices. It knows no rules.
import { card, element } from "./viewer.js";
import { say, viewerWords } from "./words.js";

const SUITS = "CDHS";
const MOVE = 250; // duration of a card's movement, in milliseconds
const part = (name, className, properties = {}, ...children) => element(name, { className, ...properties }, ...children);

export class Board {
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    root.closest("section").onkeydown = (event) => this.key(event);
    this.begin("", 0);
  }

  begin(game, pace) {
    this.game = game;
    this.pace = pace;
    this.story = [];
    this.open = this.ordered = false;
    this.chosen = new Set();
  }

  show(state, score) {
    this.state = state;
    this.score = score;
    this.chosen.clear();
    this.story.push(...state.says);
    this.draw();
  }

  async hint() {
    const hinted = await this.acts.ask("hint");
    if (!hinted) return;
    this.chosen = new Set(hinted.chosen);
    this.story.push(...hinted.says);
    this.draw();
  }

  toggle(index) {
    if (this.game === "take6") this.chosen.clear();
    if (!this.chosen.delete(index)) this.chosen.add(index);
    this.draw();
  }

  /** The plays that contain all chosen cards. */
  get possible() {
    return this.state.plays.filter((play) => [...this.chosen].every((index) => play.includes(index)));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, dialog")) return;
    const cards = [...this.root.querySelectorAll(".hand .card, .heap button")];
    const place = cards.indexOf(document.activeElement);
    const moves = { ArrowRight: 1, ArrowLeft: -1 };
    const keys = { p: ".pass", h: ".hint", u: ".undo", n: ".again", Enter: place >= 0 && this.state.hand.length ? ".act" : "" };
    if (event.key in moves && place >= 0) cards[(place + moves[event.key] + cards.length) % cards.length].focus();
    else if (keys[event.key]) this.root.querySelector(keys[event.key])?.click();
    else return;
    event.preventDefault();
  }

  draw() {
    const active = document.activeElement ?? document.body;
    const focused = active.closest(".board [data-key]")?.getAttribute("data-key");
    const mine = active === document.body || this.root.contains(active);
    const before = this.places();
    const { state } = this;
    this.root.className = `board ${this.game}`;
    this.root.replaceChildren(this.seats(), this.felt(), this.log(), state.over ? this.end() : this.hand(), this.buttons());
    const log = this.root.querySelector(".log");
    log.scrollTop = log.scrollHeight;
    // Without a focus in the board, its keys would not work.
    const again = this.root.querySelector(`[data-key="${focused}"]:not(:disabled)`) ?? this.root.querySelector(".hand button, .heap button:enabled, .row:enabled, .panel, .act");
    if (mine) again?.focus({ preventScroll: true });
    this.root.dataset.awaits = state.over ? "over" : state.awaits;
    this.move(before);
  }

  /** The place of each visible card. */
  places() {
    return new Map([...this.root.querySelectorAll(".card[title]")].map((each) => [each.title, each.getBoundingClientRect()]));
  }

  /** Move cards from their old places; new cards come from the top. */
  move(before) {
    if (!this.pace || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const each of this.root.querySelectorAll(".laid .card[title], .hand .card[title]")) {
      const [old, now] = [before.get(each.title), each.getBoundingClientRect()];
      const [x, y] = old ? [old.x - now.x, old.y - now.y] : [0, -60];
      if (x || y) each.animate([{ transform: `translate(${x}px, ${y}px)`, opacity: old ? 1 : 0 }, {}], { duration: MOVE, easing: "ease-out" });
    }
  }

  seats() {
    const { seats, seat: mine, over } = this.state;
    const order = seats.map((_, index) => (mine + 1 + index) % seats.length);
    return part("ul", "seats", {}, ...order.map((index) => {
      const { name, note, cards, turn, winner } = seats[index];
      const shown = this.open || over;
      const drawn = cards.map((text) => (shown ? card(text, viewerWords) : part("span", "card back")));
      const hand = part("div", "cards", { ariaHidden: shown ? null : "true" }, ...drawn);
      return part("li", `seat ${turn ? "turn" : ""} ${winner ? "winner" : ""}`, {},
        part("div", "name", {}, part("span", "", { textContent: winner ? `${name} 🏆` : name, title: name }), part("span", "note", { textContent: note })),
        ...(index === mine || !cards.length || this.game === "take6" && !shown ? [] : [hand]));
    }));
  }

  felt() {
    const { rows, titles = [], heaps = [], awaits, table } = this.state;
    const drawn = rows.map((row, index) => {
      const cards = row.map((text) => (text === "?" ? part("span", "card back") : card(text, viewerWords)));
      const label = titles[index] || say("第 {row} 列", { row: index + 1 });
      if (awaits === "row") {
        const made = part("button", "row cards", { type: "button", ariaLabel: say("拿走{label}：{cards}", { label, cards: row.join(" ") }), onclick: () => this.acts.ask("act", index) }, ...cards);
        made.dataset.key = `row ${index}`;
        return made;
      }
      const group = part("div", "row cards", this.game === "big2" ? {} : { role: "group", ariaLabel: label }, ...cards);
      return titles[index] ? part("div", "titled", {}, part("span", "", { textContent: titles[index] }), group) : group;
    });
    return part("div", "felt", {}, part("h3", "", { textContent: table }), part("div", "laid", {}, ...drawn, ...heaps.map((stones, heap) => this.heap(stones, heap))));
  }

  /** A heap of Nim: choosing a stone removes it and all stones after it. */
  heap(stones, heap) {
    const label = say("第 {number} 堆，{stones} 顆", { number: heap + 1, stones });
    return part("div", "heap", { role: "group", ariaLabel: label }, ...Array.from({ length: stones }, (_, left) => {
      const made = part("button", "stone", { type: "button", disabled: this.state.awaits !== "heap", onclick: () => this.acts.ask("act", heap, left) });
      made.ariaLabel = say("第 {number} 堆留下 {left} 顆", { number: heap + 1, left });
      made.dataset.key = `stone ${heap} ${left}`;
      return made;
    }), part("span", "count", { textContent: String(stones) }));
  }

  log() {
    return part("div", "log", { role: "log", tabIndex: 0, ariaLabel: say("發生的事") }, ...this.story.slice(-40).map((textContent) => part("p", "", { textContent })));
  }

  hand() {
    const { hand, awaits, choices = [] } = this.state;
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
    }), ...choices.map((choice, index) => this.choice(choice, index)));
  }

  /** One of several choices, with or without an amount. */
  choice({ label, amount }, index) {
    const chosen = this.chosen.has(index) ? "main-action" : "";
    const button = part("button", `choice ${chosen}`, { type: "button", textContent: label });
    button.dataset.key = `choice ${index}`;
    if (!amount) {
      button.onclick = () => this.acts.ask("act", index);
      return button;
    }
    const [min, max, value] = amount;
    const input = part("input", "amount", { type: "number", min, max, value, required: true, ariaLabel: label });
    button.onclick = () => input.reportValidity() && this.acts.ask("act", index, Number(input.value));
    input.addEventListener("keydown", ({ key }) => key === "Enter" && button.click()); // an onkeydown that returns false stops the key
    return part("span", "bet", {}, input, button);
  }

  /** The sort key of a card in a sorted hand: its suit, or its heads in descending order. */
  rank(text) {
    return this.game === "big2" ? SUITS.indexOf(text[0]) : -Number(/\((\d)\)/.exec(text)[1]);
  }

  /** The end of a game: the winner, and the score over all games. */
  end() {
    const { won, seats } = this.state;
    const winners = seats.filter(({ winner }) => winner).map(({ name }) => name).join("、");
    const title = say(won ? "你贏了！" : winners && seats.length > 1 ? "{name} 贏了" : "你輸了", { name: winners });
    return part("div", "panel", { tabIndex: -1, role: "group", ariaLabel: title }, part("h3", "", { textContent: title }),
      part("p", "", { textContent: this.score }), part("p", "note"));
  }

  /** Show the costliest mistakes in the panel, each with a button that continues the game from there. */
  async review() {
    const panel = this.root.querySelector(".panel");
    panel.querySelector(".note").textContent = say("正在看這一場……");
    const mistakes = await this.acts.review();
    if (!mistakes || !panel.isConnected) return;
    panel.querySelector(".note").textContent = mistakes.length ? "" : say("沒有看出哪一手輸掉了什麼（每一手模擬 200 局）。");
    panel.append(...mistakes.map(({ says, moves }) => part("p", "mistake", {}, `${says} `,
      part("button", "link", { type: "button", textContent: say("從這裡再玩"), onclick: () => this.acts.from(moves) }))));
    panel.focus();
  }

  buttons() {
    const { awaits, may_pass: mayPass, over, hand } = this.state;
    const mine = awaits === "cards";
    const cards = hand.length > 0 && !over;
    const made = (name, label, onclick, enabled, shown) => {
      const button = part("button", name, { type: "button", textContent: say(label), onclick, disabled: !enabled, hidden: !shown });
      button.dataset.key = name;
      return button;
    };
    const legal = this.possible.some((play) => play.length === this.chosen.size);
    const act = made("act", "出牌", () => awaits === "cards" && this.acts.ask("act", ...this.chosen), mine && this.chosen.size > 0, cards);
    act.classList.toggle("main-action", legal);
    return part("div", "actions", {}, act,
      made("pass", "PASS", () => this.acts.ask("act"), mine && mayPass, this.game === "big2" && !over),
      made("hint", "提示", () => this.hint(), awaits && awaits !== "computer", !over),
      made("again main-action", "新遊戲", () => this.acts.deal(), true, over),
      made("undo", over ? "從上一步再玩" : "收回", () => this.acts.ask("back"), awaits !== "computer", true),
      made("sort", this.game === "big2" ? "依花色排" : "依牛頭排", () => this.flip("ordered"), true, cards),
      made("look", this.open ? "蓋牌" : "看牌", () => this.flip("open"), true, cards),
      made("review", "哪裡輸的？", () => this.review(), true, over && ["big2", "take6"].includes(this.game)),
      made("save", "存成測試", () => this.acts.save(), true, over && this.game !== "blackjack_judge"),
      made("step", "逐步回放", () => this.acts.replay(), true, over && this.game !== "blackjack_judge"));
  }

  flip(what) {
    this[what] = !this[what];
    this.draw();
  }
}

// The board: draws the scenes of a game, and collects the choices of a person. It knows no game and no rule.
import { card, cardsOf, element } from "./viewer.js";
import { say, viewerWords } from "./words.js";

const MOVE = 250; // duration of a card's movement, in milliseconds
const MANY = 3; // rows from which their names stand beside the cards
const part = (name, className, properties = {}, ...children) => element(name, { className, ...properties }, ...children);
export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const same = (one, other) => one.length === other.length && one.every((each) => other.includes(each));

export class Board {
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    root.closest("section").onkeydown = (event) => this.key(event);
    this.begin(0);
  }

  begin(pace) {
    this.pace = pace;
    this.seen = null; // the seat whose hand may be on the screen
    this.state = null;
    this.ending = "";
  }

  /** Draw the scenes of a state one after the other, and the state with the last; `current` tells whether to go on. */
  async show(state, ending, current = () => true) {
    const { frames } = state;
    const handed = state.several && state.awaits === "person" && this.seen !== state.seat;
    if (this.state && this.pace && !handed) {
      for (const frame of frames.slice(0, -1)) {
        this.draw({ ...this.state, awaits: "computer", choices: [], ranges: [], asks: "" }, frame);
        await wait(this.pace);
        if (!current()) return;
      }
    }
    Object.assign(this, { state, ending, chosen: new Set(), notice: state.notes });
    if (handed) this.handOver();
    else this.draw();
  }

  /** Hide everything until the next of several people looks at the screen. */
  handOver() {
    const { seat, frames } = this.state;
    const { name } = frames.at(-1).seats[seat];
    const go = part("button", "main-action", { type: "button", textContent: say("我是 {name}", { name }), onclick: () => {
      this.seen = seat;
      this.draw();
    } });
    this.root.replaceChildren(part("div", "panel", {}, part("p", "", { textContent: say("輪到 {name}，其他人不要看。", { name }) }), go));
    this.root.dataset.awaits = "people";
    go.focus({ preventScroll: true });
  }

  notify(...lines) {
    this.notice = lines;
    this.draw();
  }

  async hint() {
    const hinted = await this.acts.ask("hint");
    if (!hinted) return;
    this.chosen = new Set(hinted.things);
    this.hinted = hinted.text;
    this.notify(...hinted.says);
    this.hinted = null;
  }

  /** Choose a thing or drop it; where a choice has one thing only, another one takes its place. */
  toggle(thing) {
    const { choices } = this.state;
    const together = [...this.chosen, thing];
    if (choices.every(({ things }) => things.length < 2) && !this.chosen.has(thing)) this.chosen.clear();
    if (!this.chosen.delete(thing)) this.chosen.add(thing);
    this.notice = choices.some(({ things }) => together.every((each) => things.includes(each))) ? [] : this.notice;
    this.draw();
  }

  /** Make the choice of the chosen things; the game says what is wrong if there is none. */
  act() {
    const chosen = [...this.chosen];
    const choice = this.state.choices.find(({ things }) => same(things, chosen));
    if (chosen.length) this.acts.make(choice?.text ?? chosen.join(" "));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, dialog, .cm-editor")) return;
    const cards = [...this.root.querySelectorAll(".hand button, .laid button:enabled, .choices button")];
    const place = cards.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step && cards.length) cards[place < 0 ? 0 : (place + step + cards.length) % cards.length].focus();
    else if (event.key === "Enter" && document.activeElement?.closest(".hand")) this.act();
    else {
      const wanted = event.key.toLowerCase();
      const button = [...this.root.querySelectorAll("button:enabled")].find(({ dataset }) => dataset.press === wanted);
      if (!button) return;
      button.click();
    }
    event.preventDefault();
  }

  draw(state = this.state, frame = state.frames.at(-1)) {
    const active = document.activeElement ?? document.body;
    const focused = active.closest(".board [data-key]")?.getAttribute("data-key");
    const mine = active === document.body || this.root.contains(active);
    const before = this.places();
    this.drawn = state;
    this.frame = frame;
    this.pressed = new Set();
    const over = state.awaits === "over";
    const choices = over ? [] : [this.choices()];
    this.root.replaceChildren(...this.seats(), this.felt(), this.own(), part("div", "prompt", { role: "status" }, ...this.prompt()),
      this.log(), this.hand(), ...choices, ...(over ? [this.end()] : []), this.buttons());
    const log = this.root.querySelector(".log");
    log.scrollTop = log.scrollHeight;
    // Without a focus in the board, its keys would not work.
    const again = this.root.querySelector(`[data-key="${CSS.escape(focused ?? "")}"]:not(:disabled)`)
      ?? this.root.querySelector(".hand button, .laid button:enabled, .choices :is(input, button), .panel, .actions button:enabled");
    if (mine) again?.focus({ preventScroll: true });
    this.root.dataset.awaits = state.awaits;
    this.move(before);
  }

  /** The place of each visible card. */
  places() {
    return new Map([...this.root.querySelectorAll(".card[title]")].map((each) => [each.title, each.getBoundingClientRect()]));
  }

  /** Move cards from their old places; new cards come from the top. */
  move(before) {
    if (!this.pace || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const each of this.root.querySelectorAll(".laid .card[title], .played .card[title], .hand .card[title]")) {
      const [old, now] = [before.get(each.title), each.getBoundingClientRect()];
      const [x, y] = old ? [old.x - now.x, old.y - now.y] : [0, -60];
      if (x || y) each.animate([{ transform: `translate(${x}px, ${y}px)`, opacity: old ? 1 : 0 }, {}], { duration: MOVE, easing: "ease-out" });
    }
  }

  /** The other seats, in turn from the person's left around the table. */
  seats() {
    const { seats } = this.frame;
    const others = seats.slice(1).map((_, at) => (this.drawn.seat + 1 + at) % seats.length);
    const side = Math.floor(others.length / 3);
    const sides = { left: others.slice(0, side), top: others.slice(side, others.length - side), right: others.slice(others.length - side) };
    return Object.entries(sides).map(([name, all]) => part("ul", `seats ${name}`, {}, ...all.map((seat) => {
      const { cards } = seats[seat];
      const revealed = cards.length && this.drawn.awaits === "over";
      return this.seat("li", seats[seat], revealed ? [part("div", "cards", {}, ...cards.map((text) => card(text, viewerWords)))] : []);
    })));
  }

  seat(kind, { name, note, state, played }, hand) {
    return part(kind, `seat ${state}`, {},
      part("div", "name", {}, part("span", "", { textContent: state === "winner" ? `${name} 🏆` : name, title: name }), part("span", "note", { textContent: note })),
      ...(played ? [this.played(played)] : []), ...hand);
  }

  /** What a seat did last: its cards, a hidden one, or its words. */
  played({ name, things }) {
    const cards = name ? things.filter((thing) => this.isCard(thing)) : ["?"];
    return part("div", "played cards", { title: name }, ...(cards.length ? cards.map((text) => card(text, viewerWords)) : [name]));
  }

  isCard(thing) {
    return !this.frame.rows.some(({ name }) => name === thing);
  }

  /** The person's own seat. */
  own() {
    return this.seat("div", this.frame.seats[this.drawn.seat], []);
  }

  felt() {
    const { rows } = this.frame;
    const laid = part("div", `laid ${rows.length > MANY ? "many" : ""}`, {}, ...rows.map((row) => this.row(row)));
    laid.style.setProperty("--rows", String(Math.max(1, rows.length)));
    laid.style.setProperty("--most", String(Math.max(6, ...rows.map(({ cards, places }) => cards.length + Number(places > 0)))));
    return part("div", "felt", {}, laid);
  }

  /** A row of the table: a button if it is a choice, and a button for each card or stone that is a part of one. */
  row(row) {
    const { choices } = this.drawn;
    const whole = choices.find(({ things }) => things.length && same(things, row.cards));
    const takes = choices.filter(({ things }) => things.includes(row.name));
    const useful = (text) => choices.some(({ things }) => things.includes(text));
    const drawn = cardsOf(row, viewerWords, (text) => (!whole && useful(text) ? this.thing(text) : card(text, viewerWords)));
    const label = [row.name, row.note].join(" ");
    const kind = `row cards ${row.pile ? "pile" : ""}`;
    const inside = drawn.map((each, at) => (each.className === "stone" && takes.length === row.cards[0] * 1 ? this.stone(takes.at(-1 - at)) : each));
    const group = whole
      ? this.button(kind, `row ${row.name}`, { ariaLabel: `${whole.name} ${label}`, onclick: () => this.acts.make(whole.text) }, ...inside)
      : part("div", kind, { role: "group", ariaLabel: label }, ...inside);
    return part("div", "titled", {}, part("span", "title", {}, part("span", "", { textContent: row.name }), " ", part("span", "note", { textContent: row.note })), group);
  }

  /** A stone of a pile: choosing it takes it and all stones after it. */
  stone(choice) {
    return this.button("stone", `stone ${choice.text}`, { ariaLabel: choice.name, title: choice.name, onclick: () => this.acts.make(choice.text) });
  }

  button(className, key, properties, ...children) {
    const made = part("button", className, { type: "button", ...properties }, ...children);
    made.dataset.key = key;
    return made;
  }

  /** A card that can be chosen. */
  thing(text) {
    const { choices } = this.drawn;
    const together = [...this.chosen, text];
    const made = card(text, viewerWords, "button");
    made.type = "button";
    made.dataset.key = `card ${text}`;
    made.ariaPressed = String(this.chosen.has(text));
    const alone = choices.every(({ things }) => things.length < 2);
    made.classList.toggle("legal", choices.some(({ things }) => (alone ? [text] : together).every((each) => things.includes(each))));
    made.onclick = () => this.toggle(text);
    return made;
  }

  log() {
    return part("div", "log", { role: "log", tabIndex: 0, ariaLabel: say("發生的事") }, ...this.drawn.log.map((textContent) => part("p", "", { textContent })));
  }

  prompt() {
    const { asks, choices, ranges, awaits } = this.drawn;
    const [only] = choices;
    const told = choices.length === 1 && !ranges.length ? say("只能：{choice}", { choice: only.name }) : asks;
    const lines = awaits === "computer" ? [say("等其他人……")] : [told];
    return [...lines, ...this.notice].filter(Boolean).map((textContent, at) => part("p", at ? "notice" : "", { textContent }));
  }

  hand() {
    const { cards } = this.frame.seats[this.drawn.seat];
    const on = this.drawn.choices.some(({ things }) => things.some((thing) => cards.includes(thing)));
    return part("div", "hand", { role: "group", ariaLabel: say("你的手牌") }, ...cards.map((text) => (on ? this.thing(text) : card(text, viewerWords))));
  }

  /** The choices without things of the scene, those that the chosen things leave open, and the fields of ranges. */
  choices() {
    const { choices, ranges } = this.drawn;
    const exact = choices.filter(({ things }) => things.length && same(things, [...this.chosen]));
    const listed = [...choices.filter(({ things }) => !things.length), ...(exact.length > 1 ? exact : [])];
    return part("div", "choices", { role: "group", ariaLabel: say("可以選的") }, ...listed.map((choice, at) => {
      const { text, name } = choice;
      const made = this.button(text === this.hinted ? "choice main-action" : "choice", `choice ${text}`, { textContent: name, onclick: () => this.acts.make(text) });
      return this.press(made, /^[a-z]$/i.test(text) ? text : /^[a-z]{2,}$/i.test(name) ? name[0] : String(at + 1));
    }), ...ranges.map((range) => this.range(range)));
  }

  /** Give a button a key, and show it, unless another button has it. */
  press(button, key) {
    const wanted = key.toLowerCase();
    if (wanted.length !== 1 || this.pressed.has(wanted)) return button;
    this.pressed.add(wanted);
    button.dataset.press = wanted;
    button.append(" ", element("kbd", { textContent: wanted.toUpperCase() }));
    return button;
  }

  range({ least, most, usual, prefix }) {
    const label = prefix || this.drawn.asks;
    const input = part("input", "amount", { type: "number", min: least, max: most, value: usual, required: true, ariaLabel: label });
    input.dataset.key = `amount ${prefix}`;
    const button = this.button("choice", `range ${prefix}`, { textContent: say("{least} 到 {most}：確定", { least, most }) });
    button.onclick = () => input.reportValidity() && this.acts.make(`${prefix} ${Number(input.value)}`.trim());
    input.addEventListener("keydown", ({ key }) => key === "Enter" && button.click()); // an onkeydown that returns false stops the key
    return part("span", "bet", {}, ...(prefix ? [`${prefix} `] : []), input, button);
  }

  /** The end of a game: its result, and the score over all games. */
  end() {
    const { result } = this.drawn;
    return part("div", "panel", { tabIndex: -1, role: "group", ariaLabel: say("結果") }, ...result.map((textContent) => part("h3", "", { textContent })),
      part("p", "", { textContent: this.ending }), part("p", "note"));
  }

  /** Show the costliest mistakes in the panel, each with a button that continues the game from there. */
  async review() {
    const panel = this.root.querySelector(".panel");
    panel.querySelector(".note").textContent = say("正在覆盤……");
    const mistakes = await this.acts.ask("review");
    if (!mistakes || !panel.isConnected) return;
    panel.querySelector(".note").textContent = mistakes.length ? "" : say("沒有找到明顯的失誤。");
    panel.append(...mistakes.map(({ says, save }) => part("p", "mistake", {}, `${says} `,
      part("button", "link", { type: "button", textContent: say("從這裡再玩"), onclick: () => this.acts.from(save) }))));
    panel.focus();
  }

  buttons() {
    const { awaits, choices, begun } = this.drawn;
    const [mine, over] = [awaits === "person", awaits === "over"];
    const cards = this.frame.seats.some((seat) => seat.cards.length);
    const made = (name, label, onclick, enabled, shown, key = "") => {
      const button = this.button(name, name, { textContent: say(label), onclick, disabled: !enabled, hidden: !shown });
      return shown ? this.press(button, key) : button;
    };
    const act = made("act", "出牌", () => this.act(), mine && this.chosen.size > 0, mine && cards && choices.some(({ things }) => things.length));
    act.classList.toggle("main-action", choices.some(({ things }) => things.length && same(things, [...this.chosen])));
    act.append(" ", element("kbd", { textContent: "Enter" }));
    return part("div", "actions", {}, act,
      made("hint", "提示", () => this.hint(), mine, mine, "h"),
      made("again main-action", "新遊戲", () => this.acts.deal(), true, over, "n"),
      made("undo", over ? "從上一步再玩" : "收回", () => this.acts.back(), begun && awaits !== "computer", true, "u"),
      made("review", "哪裡輸的？", () => this.review(), true, over),
      made("step", "逐步重播", () => this.acts.replay(), true, over));
  }
}

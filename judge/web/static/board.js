// The board: a table with the choices of a person. It knows no game and no rule.
import { card, cardsOf, chart, element, signs, table, titled } from "./viewer.js";
import { say, viewerWords } from "./words.js";

const MOVE = 300; // duration of a card's movement, in milliseconds
const CHIPS = 4; // the largest ones that fit a bet
const SHORT = new Intl.NumberFormat("en", { notation: "compact" });
const part = (name, className, properties = {}, ...children) => element(name, { className, ...properties }, ...children);
export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const same = (one, other) => one.length === other.length && one.every((each) => other.includes(each));

export class Board {
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    const places = ["tabletop", "log", "asks", "bubble", "hand", "actions", "panel"];
    this.at = Object.fromEntries(places.map((name) => [name, root.querySelector(`.${name}`)]));
    root.closest("section").onkeydown = (event) => this.key(event);
    this.begin(0);
  }

  begin(pace) {
    this.pace = pace;
    this.state = null;
    this.ending = "";
    this.root.classList.remove("with-hand");
    this.at.log.replaceChildren();
  }

  /** Draw the scenes of a state one after the other, and the state with the last; `current` tells whether to go on. */
  async show(state, ending, current = () => true) {
    const { frames } = state;
    if (this.state && this.pace) {
      for (const frame of frames.slice(0, -1)) {
        this.draw({ ...this.state, awaits: "computer", choices: [], ranges: [], asks: "" }, frame);
        await wait(this.pace);
        if (!current()) return;
      }
    }
    Object.assign(this, { state, ending, chosen: new Set(), hinted: null, notice: state.notes });
    this.draw();
  }

  notify(...lines) {
    this.notice = lines;
    this.draw();
  }

  /** Show the best moves at the cards, and choose the first: Enter plays it. */
  async hint() {
    const hinted = await this.acts.ask("hint");
    if (!hinted) return;
    this.chosen = new Set(hinted.things);
    this.hinted = hinted;
    this.notify(...hinted.says);
    this.hinted = null;
    this.root.querySelector(".choice.main-action, .amount, .act:enabled")?.focus({ preventScroll: true });
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

  /** The choices of the chosen things; without any, to pass. */
  get exact() {
    return this.chosen.size ? this.drawn.choices.filter(({ things }) => same(things, [...this.chosen])) : this.pass;
  }

  /** The only choice without things where cards are played: it has no button of its own. */
  get pass() {
    const bare = this.drawn.choices.filter(({ things }) => !things.length);
    return bare.length === 1 && this.root.classList.contains("with-hand") ? bare : [];
  }

  /** Make the choice of the chosen things and of another one; the game says what is wrong if there is none. */
  act(...more) {
    this.chosen = new Set([...this.chosen, ...more]);
    const [choice] = this.exact;
    if (choice || this.chosen.size) this.acts.make(choice?.text ?? [...this.chosen].join(" "));
  }

  key(event) {
    const elsewhere = event.target.closest("input, select, dialog, .cm-editor");
    if (event.ctrlKey || event.altKey || event.metaKey || elsewhere) return;
    const cards = [...this.root.querySelectorAll(".hand button, .laid button:enabled, .choice")];
    const place = cards.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step && cards.length) cards[place < 0 ? 0 : (place + step + cards.length) % cards.length].focus();
    else if (event.key === "Enter" && this.chosen?.size && document.activeElement?.closest(".hand")) this.act();
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
    this.pressed = new Set();
    const { cards } = frame.seats[state.seat];
    const over = state.awaits === "over";
    if (cards.length) this.root.classList.add("with-hand");
    const seats = frame.seats.map((seat) => (over ? seat : { ...seat, cards: [] }));
    this.at.tabletop.replaceChildren(...table({ ...frame, seats }, viewerWords, state.seat, (row) => this.row(row)));
    this.tell(state.log.map(signs));
    const asks = this.prompt();
    if (this.at.asks.textContent !== asks) this.at.asks.textContent = asks; // read aloud when it changes
    const notice = this.notice.map((line, at) => part("p", at ? "" : "first", { textContent: signs(line) }));
    this.at.bubble.replaceChildren(...notice.slice(0, 1), ...this.bars(), ...notice.slice(1));
    this.at.hand.style.setProperty("--cards", String(cards.length));
    const on = state.choices.some(({ things }) => things.some((thing) => cards.includes(thing)));
    this.at.hand.replaceChildren(...cards.map((text) => (on ? this.thing(text) : card(text, viewerWords))));
    this.at.actions.replaceChildren(...(over ? [] : this.choices()), ...this.buttons());
    if (over && this.root.dataset.awaits !== "over") this.end();
    this.root.dataset.awaits = state.awaits;
    // Without a focus in the board, its keys would not work.
    const again = this.root.querySelector(`[data-key="${CSS.escape(focused ?? "")}"]:not(:disabled)`)
      ?? this.root.querySelector(over ? ".panel" : ".hand button, .laid button:enabled, .actions :is(input, button:enabled)");
    if (mine) /** @type {HTMLElement} */ (again)?.focus({ preventScroll: true });
    this.move(before);
  }

  /** The visible cards, with their places. */
  places() {
    return [...this.root.querySelectorAll(".laid [data-card], .hand [data-card]")].map((node) => ({ node, place: node.getBoundingClientRect() }));
  }

  /** Let cards move from their old places, or from the seat that plays them; those that leave the felt go to the seat that takes them. */
  move(before) {
    if (!this.pace || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const name = ({ dataset }) => dataset.card;
    const seatOf = (text) => [...this.root.querySelectorAll(".seat")].find(({ dataset }) => dataset.plays.split(" ").includes(text));
    const fly = (node, from, to, frames) => {
      const [x, y] = [from.x - to.x, from.y - to.y];
      return x || y ? node.animate(frames(`translate(${x}px, ${y}px)`), { duration: MOVE, easing: "ease-out" }) : null;
    };
    const now = this.places();
    for (const { node, place } of now) {
      const from = before.find((old) => name(old.node) === name(node))?.place ?? seatOf(name(node))?.getBoundingClientRect();
      if (from) fly(node, from, place, (transform) => [{ transform }, {}]);
    }
    const left = before.filter(({ node, place }) => node.closest(".laid") && place.width && !now.some((each) => name(each.node) === name(node)));
    const [row] = [...this.root.querySelectorAll(".laid .row")].filter((each) => left.length && each.childElementCount === 1);
    const taker = seatOf(row?.firstElementChild?.dataset.card) ?? seatOf(left[0] && name(left[0].node));
    for (const { node, place } of taker ? left : []) {
      Object.assign(node.style, { position: "fixed", left: `${place.x}px`, top: `${place.y}px`, width: `${place.width}px`, height: `${place.height}px` });
      this.root.append(node);
      const flight = fly(node, taker.getBoundingClientRect(), place, (transform) => [{}, { transform, opacity: 0 }]);
      if (flight) flight.onfinish = () => node.remove();
      else node.remove();
    }
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
    return titled(row, whole
      ? this.button(kind, `row ${row.name}`, { ariaLabel: `${signs(whole.name)} ${label}`, onclick: () => this.acts.make(whole.text) }, ...inside)
      : part("div", kind, { role: "group", ariaLabel: label }, ...inside));
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

  /** A card that can be chosen by a tap, and played by a double tap or a drag to the felt. */
  thing(text) {
    const { choices } = this.drawn;
    const together = [...this.chosen, text];
    const made = card(text, viewerWords, "button");
    made.type = "button";
    made.dataset.key = `card ${text}`;
    made.ariaPressed = String(this.chosen.has(text));
    const alone = choices.every(({ things }) => things.length < 2);
    made.classList.toggle("legal", choices.some(({ things }) => (alone ? [text] : together).every((each) => things.includes(each))));
    made.onclick = ({ detail }) => (detail > 1 ? this.act(text) : this.toggle(text)); // each tap draws the card anew: no dblclick
    made.onpointerdown = ({ pointerId, clientX: x, clientY: y }) => {
      made.setPointerCapture(pointerId);
      made.onpointermove = ({ clientX, clientY }) => (made.style.translate = `${clientX - x}px ${clientY - y}px`);
    };
    made.onpointerup = ({ clientX, clientY }) => {
      made.onpointermove = null;
      made.style.translate = "";
      const { left, right, top, bottom } = this.at.tabletop.querySelector(".felt").getBoundingClientRect();
      if (clientX > left && clientX < right && clientY > top && clientY < bottom) this.act(text);
    };
    return made;
  }

  /** Add the new lines to the log, and take away those that are no longer kept. */
  tell(lines) {
    const old = [...this.at.log.children];
    let gone = 0;
    while (old.slice(gone).some(({ textContent }, at) => textContent !== lines[at])) gone += 1;
    old.slice(0, gone).forEach((line) => line.remove());
    this.at.log.append(...lines.slice(old.length - gone).map((textContent) => part("p", "", { textContent })));
    this.at.log.scrollTop = this.at.log.scrollHeight;
  }

  prompt() {
    const { asks, choices, ranges, awaits } = this.drawn;
    if (awaits === "computer") return say("等其他人……");
    return signs(choices.length === 1 && !ranges.length ? say("只能：{choice}", { choice: choices[0].name }) : asks);
  }

  /** The best moves of a hint, with their values. */
  bars() {
    const bars = this.hinted?.bars ?? [];
    const least = Math.min(0, ...bars.map(([, value]) => value));
    const most = Math.max(...bars.map(([, value]) => value));
    return bars.map(([name, value]) => part("label", "bar", {}, part("meter", "", { min: least, max: Math.max(most, least + 1e-9), value }),
      `${Math.abs(most) <= 1 ? `${Math.round(100 * value)} %` : value.toFixed(1)} ${signs(name)}`));
  }

  /** The choices that no card shows: those without things, several of the same things, and the fields of ranges. */
  choices() {
    const { choices, ranges } = this.drawn;
    const { exact, pass } = this;
    const listed = [...choices.filter((each) => !each.things.length && !pass.includes(each)), ...(exact.length > 1 ? exact : [])];
    return [...listed.map((choice, at) => {
      const { text, name } = choice;
      const made = this.button(text === this.hinted?.text ? "choice main-action" : "choice", `choice ${text}`, { textContent: signs(name), onclick: () => this.acts.make(text) });
      return this.press(made, /^[a-z]$/i.test(text) ? text : /^[a-z]{2,}$/i.test(name) ? name[0] : String(at + 1));
    }), ...ranges.map((range) => this.range(range))];
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

  /** A bet: a field that a hint fills, and chips that add to it. */
  range({ least, most, usual, prefix }) {
    const label = prefix || this.drawn.asks;
    const [, hinted] = new RegExp(`^${prefix} ?(\\d+)$`).exec(this.hinted?.text ?? "") ?? [];
    const input = part("input", "amount", { type: "number", min: least, max: most, value: hinted ?? usual, required: true, ariaLabel: label });
    input.dataset.key = `amount ${prefix}`;
    const sizes = Array.from({ length: 24 }, (_, at) => (at % 2 ? 5 : 1) * 10 ** (at >> 1)).filter((size) => size <= most).slice(-CHIPS);
    const chips = sizes.map((size) => this.button("chip", `chip ${size}`, { textContent: `+${SHORT.format(size)}`, onclick: () => {
      input.value = String(Math.min(most, Number(input.value) + size));
    } }));
    const button = this.button("choice", `range ${prefix}`, { textContent: say("{least} 到 {most}：確定", { least, most }) });
    button.onclick = () => input.reportValidity() && this.acts.make(`${prefix} ${Number(input.value)}`.trim());
    input.addEventListener("keydown", ({ key }) => key === "Enter" && button.click()); // an onkeydown that returns false stops the key
    return part("span", "bet", {}, ...(prefix ? [`${prefix} `] : []), input, ...chips, button);
  }

  /** Show the result of a game, and the score over all games. */
  end() {
    this.at.panel.replaceChildren(...this.drawn.result.map((textContent) => part("h3", "", { textContent: signs(textContent) })),
      part("p", "", { textContent: this.ending }), part("p", "note", { role: "status" }));
  }

  /** Show the curve and the costliest mistakes, each with a button that continues the game from there. */
  async review() {
    const note = this.at.panel.querySelector(".note");
    note.textContent = say("正在覆盤……");
    const found = await this.acts.ask("review");
    if (!found || !note.isConnected) return;
    note.textContent = found.mistakes.length ? "" : say("沒有找到明顯的失誤。");
    const curve = found.curves.length ? [chart({ ...found, frames: { length: found.frames } }, viewerWords, () => {}).root] : [];
    this.at.panel.append(...curve, ...found.mistakes.map(({ says, save }) => part("p", "mistake", {}, `${signs(says)} `,
      part("button", "link", { type: "button", textContent: say("從這裡再玩"), onclick: () => this.acts.from(save) }))));
    this.at.panel.focus();
  }

  buttons() {
    const { awaits, choices, begun } = this.drawn;
    const [mine, over] = [awaits === "person", awaits === "over"];
    const made = (name, label, onclick, enabled, shown, key = "") => {
      const button = this.button(name, name, { textContent: label, onclick, disabled: !enabled, hidden: !shown });
      return shown ? this.press(button, key) : button;
    };
    const [one] = this.exact;
    const act = made("act", one ? signs(one.name) : say("出牌"), () => this.act(), mine && Boolean(one ?? this.chosen.size), !over && this.root.classList.contains("with-hand"),
      one && !one.things.length ? one.name[0] : "");
    act.classList.toggle("main-action", Boolean(one) && mine);
    return [act,
      made("hint", say("提示"), () => this.hint(), mine, !over, "h"),
      made("again main-action", say("新遊戲"), () => this.acts.deal(), true, over, "n"),
      made("undo", say(over ? "從上一步再玩" : "收回"), () => this.acts.back(), begun && awaits !== "computer", true, "u"),
      made("review", say("哪裡輸的？"), () => this.review(), true, over),
      made("step", say("逐步重播"), () => this.acts.replay(), true, over)];
  }
}

// Draws cards and the table, and steps through the frames of a game. All sentences come with the game.
const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const SPOKEN = { C: "梅花", D: "方塊", H: "紅心", S: "黑桃" };
const INTERVAL = 1000;
const MOST_STONES = 40; // a longer pile is a number on a card
const MANY = 3; // rows from which their names stand beside the cards

/** Return a new element with properties and children. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Return a template filled with parts, in the language of the words. */
export function say(words, template, parts = {}) {
  return (words[template] ?? template).replace(/\{(\w+)\}/g, (whole, name) => parts[name] ?? whole);
}

/** Return a text with the cards in it as people write them: ♣3 for C[3]. */
export const signs = (text) => text.replace(/\b([CDHS])\[(\w+)\]/g, (_, suit, rank) => SUITS[suit] + rank);

/** Return the drawing of a card, given in the judges' notation. */
export function card(text, words, name = "span") {
  const made = element(name, { className: "card", title: signs(text) });
  made.dataset.card = text;
  const [, suit, rank] = /^([CDHS])\[(.+)\]$/.exec(text) ?? [];
  const [, number, heads] = /^(\d+)\((\d)\)$/.exec(text) ?? [];
  if (suit) {
    made.classList.add(`suit-${suit}`);
    const [small, large] = ["suit", "pip"].map((className) => element("span", { className, textContent: SUITS[suit] }));
    made.append(element("span", { className: "corner" }, element("span", { className: "rank", textContent: rank }), small), large);
    made.ariaLabel = say(words, "{suit} {rank}", { suit: say(words, SPOKEN[suit]), rank });
  } else if (text === "?") {
    made.classList.add("back");
    made.title = made.ariaLabel = say(words, "蓋著的牌");
  } else {
    made.append(element("span", { className: heads ? "corner" : "rank", textContent: number ?? text }));
    made.ariaLabel = heads ? say(words, "{number}，{heads} 個牛頭", { number, heads }) : text;
    if (heads) {
      made.classList.add(`heads-${heads}`);
      made.append(element("span", { className: "heads" }, ...Array.from({ length: Number(heads) }, () => element("span", { className: "head" }))));
    }
  }
  if (name === "span") made.role = "img";
  return made;
}

/** Return the drawings of the cards of a line: its empty places, and the stones of a pile, too. */
export function cardsOf({ cards, places = 0, pile = false }, words, drawn = (text) => card(text, words)) {
  if (pile && cards[0] <= MOST_STONES) {
    const stones = Array.from({ length: cards[0] }, () => element("span", { className: "stone" }));
    const count = element("span", { className: "count", textContent: cards[0] });
    count.ariaLabel = say(words, "{stones} 顆", { stones: cards[0] });
    return [...stones, count];
  }
  const empty = Array.from({ length: Math.max(0, places - cards.length) }, () => element("span", { className: "place" }));
  return [...cards.map(drawn), ...empty, ...(places ? [element("span", { className: "place last" })] : [])];
}

/** Return a group with the name and the note of a row above it. */
export function titled({ name, note = "", state = "" }, group) {
  return element("div", { className: `titled ${state}` }, element("span", { className: "title" }, element("span", { textContent: name }), " ",
    element("span", { className: "note", textContent: note })), group);
}

/** Return a seat: a disc with its initial, its name, what it holds, and its last play; a play that nobody knows has no name. */
function seat({ name, note = "", state = "", cards, held = 0, tried = [], played = null }, words) {
  const draw = (all) => all.map((text) => card(text, words));
  const [did, laid] = played ?? ["", []];
  const [hand, last] = [draw([...cards, ...Array(held).fill("?")]), draw(played && !did ? ["?"] : laid)];
  for (const index of tried) hand[index]?.classList.add("chosen");
  const made = element("div", { className: `seat ${state}` },
    element("span", { className: "disc", ariaHidden: "true", textContent: /\d+$/.exec(name)?.[0] ?? [...name][0] }),
    element("div", { className: "name" }, element("span", { textContent: name, title: name }), element("span", { className: "note", textContent: note })),
    element("div", { className: "held cards" }, ...hand),
    element("div", { className: "played cards", title: signs(did) }, ...(last.length ? last : [signs(did)])));
  made.dataset.plays = laid.join(" ");
  return made;
}

/** Return the parts of a table: the seats around it, from the own seat's left, the rows on the felt, and the own seat. */
export function table({ rows, seats }, words, own = 0, drawn = null) {
  const plain = (row) => titled(row, element("div", { className: row.pile ? "row cards pile" : "row cards" }, ...cardsOf(row, words)));
  const others = seats.slice(1).map((_, at) => seats[(own + 1 + at) % seats.length]);
  const side = Math.floor(others.length / 3);
  const sides = { left: others.slice(0, side), top: others.slice(side, others.length - side), right: others.slice(others.length - side) };
  const laid = element("div", { className: rows.length > MANY ? "laid many" : "laid" }, ...rows.map(drawn ?? plain));
  laid.style.setProperty("--rows", String(Math.max(1, rows.length)));
  laid.style.setProperty("--most", String(Math.max(6, ...rows.map(({ cards, places }) => cards.length + Number(places > 0)))));
  const around = Object.entries(sides).map(([name, all]) => element("div", { className: `seats ${name}` }, ...all.map((each) => seat(each, words))));
  const mine = element("div", { className: "seats own" }, seat(seats[own], words));
  return [...around, element("div", { className: "felt" }, laid), mine];
}

/** Return the curve of each player's value of the game, with marks at mistakes; `go` shows a step. */
export function chart({ curves, marks, frames }, words, go) {
  const [width, height, last] = [860, 110, Math.max(1, frames.length - 1)];
  const made = (name, attributes, ...children) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const hue = (player) => (player * 137) % 360;
  const colour = (player) => `light-dark(oklch(48% .13 ${hue(player)}), oklch(80% .1 ${hue(player)}))`;
  const x = (step) => (step / last) * width;
  const y = (value) => height - value * height;
  const lines = curves.map(({ player, points }) => made("polyline", {
    fill: "none", stroke: colour(player), "stroke-width": 2, points: points.map(([step, value]) => `${x(step)},${y(value)}`).join(" "),
  }));
  const dots = marks.map((mark) => {
    const dot = made("circle", { cx: x(mark.step), cy: y(mark.value), r: 5, fill: colour(mark.player), class: "mark" },
      made("title", {}, mark.says));
    dot.onclick = () => go(mark.step);
    return dot;
  });
  const now = made("line", { class: "now", y1: 0, y2: height });
  const drawn = made("svg", { viewBox: `-6 -6 ${width + 12} ${height + 12}`, role: "img", "aria-label": say(words, "勝率曲線") },
    made("line", { class: "half", x1: 0, x2: width, y1: height / 2, y2: height / 2 }), now, ...lines, ...dots);
  const names = curves.map(({ name, player }) => {
    const label = element("span", { textContent: name });
    label.style.color = colour(player);
    return label;
  });
  const title = element("span", { textContent: say(words, "勝率曲線") });
  return {
    root: element("div", { className: "curve" }, element("div", { className: "names" }, title, ...names), drawn),
    at: (step) => ["x1", "x2"].forEach((end) => now.setAttribute(end, x(step))),
  };
}

/** Show a game in an element, starting at a frame; calls `moved` at each step. */
export function view(root, game, words, from = 0, moved = (_step) => {}) {
  const last = game.frames.length - 1;
  const part = (name, properties) => element(name, properties);
  const count = part("span", { id: "count" });
  const stage = part("div", { className: "tabletop", role: "group", ariaLabel: say(words, "桌面") });
  const says = part("div", { id: "says" });
  const fault = part("div", { id: "fault", className: "fault" });
  const story = element("div", { className: "story", tabIndex: 0, role: "log", ariaLabel: say(words, "發生的事") }, says, fault);
  const list = element("select", { className: "moves", size: 2, ariaLabel: say(words, "第幾步") }, ...game.frames.map(({ says, fault }, value) =>
    element("option", { value, textContent: `${value} ${signs((says || fault).split("\n")[0])}` })));
  const slider = part("input", { id: "at", type: "range", min: 0, max: last, value: 0, ariaLabel: say(words, "第幾步") });
  const curve = game.curves?.length ? chart(game, words, (step) => show(step)) : null;
  let at = 0;
  let timer = null;

  function show(step) {
    at = Math.max(0, Math.min(last, step));
    const frame = game.frames[at];
    count.textContent = `${at} / ${last}`;
    slider.value = String(at);
    curve?.at(at);
    list.value = String(at);
    says.textContent = signs(frame.says);
    fault.textContent = signs(frame.fault);
    story.scrollTop = 0;
    stage.replaceChildren(...table(frame, words));
    if (at === last) stop();
    moved(at);
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    buttons.toggle.textContent = say(words, "播放");
  }

  function toggle() {
    if (timer !== null) return stop();
    if (at === last) show(0);
    timer = setInterval(() => (root.isConnected ? show(at + 1) : stop()), INTERVAL);
    buttons.toggle.textContent = say(words, "暫停");
  }

  const moves = {
    first: ["|◀", "第一步", "Home", () => show(0)],
    back: ["◀", "上一步", "ArrowLeft", () => show(at - 1)],
    toggle: [say(words, "播放"), "", " ", toggle],
    next: ["▶", "下一步", "ArrowRight", () => show(at + 1)],
    last: ["▶|", "最後一步", "End", () => show(last)],
  };
  const buttons = {};
  for (const [id, [textContent, label, , onclick]] of Object.entries(moves)) {
    buttons[id] = part("button", { id, type: "button", textContent, onclick });
    if (label) buttons[id].ariaLabel = say(words, label);
  }
  slider.oninput = () => show(Number(slider.value));
  list.onchange = () => show(Number(list.value));
  document.onkeydown = (event) => {
    const move = Object.values(moves).find(([, , key]) => key === event.key);
    const elsewhere = event.target instanceof Element && event.target.closest("textarea, select, a, button, input, summary");
    if (!move || event.ctrlKey || event.altKey || event.metaKey || !root.offsetParent) return;
    if (elsewhere && !root.contains(elsewhere)) return;
    event.preventDefault(); // a button or the slider in focus must not act a second time
    move[3]();
  };
  const heading = root.closest("section") ? "h3" : "h1"; // a page of its own, or a part of the page
  const title = element("div", { className: "bar" }, part(heading, { textContent: game.title }), count);
  root.classList.add("viewer");
  root.replaceChildren(title, stage, list, story, ...(curve ? [curve.root] : []), element("nav", { ariaLabel: game.title }, slider, ...Object.values(buttons)));
  show(from);
}

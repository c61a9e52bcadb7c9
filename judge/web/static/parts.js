// Parts that the sections share: dropped files, and the choice of a game and a case.
import { parsed } from "./fetched.js";
import { demandShort, python } from "./python.js";
import { element } from "./viewer.js";
import { say } from "./words.js";

/** The installed games: name, title, names of cases, and what they can do. */
export let games = [];

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
    taken = taken.then(() => caught(section, took)(all, at));
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

export async function loadGames() {
  games = await parsed("games.json");
}

/** Fill a list with the games that fit, and return it. */
export function chosenGame(select, fits) {
  select.replaceChildren(...games.filter(fits).map(({ name, title }) => option(name, say(title))));
  return select;
}

/** Return a game by its name. */
export const gameNamed = (name) => games.find((each) => each.name === name);

/** Fill the lists of games and of the chosen game's cases; report each choice to `chosen`. `game.first` chooses the first case. */
export function choice(section, chosen, kind = "cases") {
  const [game, named] = ["game", "case"].map((name) => section.querySelector(`select.${name}`));
  const fill = () => named?.replaceChildren(option("", "—"), ...gameNamed(game.value)[kind].map((name) => option(name, name)));
  const show = async () => {
    const [of, name] = [game.value, named.value];
    const found = name && await python.call("case", of, name);
    if (found && game.value === of && named.value === name) chosen(of, found); // not another one meanwhile
  };
  chosenGame(game, () => true);
  game.onchange = () => {
    fill();
    chosen(game.value, null);
  };
  game.first = () => {
    named.selectedIndex = Math.min(1, named.length - 1);
    return show();
  };
  if (named) named.onchange = show;
  fill();
  return game;
}

/** Return the function that shows the input of a chosen case in a box; with another game, one's own text stays. */
export function inputOf(box) {
  let example = "";
  return (_, found) => {
    if (!found && box.text !== example) box.changed();
    else box.text = example = found?.in ?? "";
  };
}

/** Let the browser save a text as a file. */
export function download(name, text) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const option = (value, textContent) => element("option", { value, textContent });

/** Return the address of the page with a query and a hash. */
export const address = (hash, query = "") => location.href.split(/[?#]/)[0] + query + hash;

/** Copy a text; without a clipboard, show it where it can be copied. */
export async function copy(section, text) {
  const copied = await (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(() => true, () => false);
  section.querySelector(".shared").textContent = copied ? say("已複製到剪貼簿。") : say("瀏覽器不准複製，請選取：{text}", { text });
}

/** Show an error, or clear it. */
export function fail(section, error) {
  section.querySelector(".error").textContent = String(error?.message ?? error ?? "");
}

/** Return an action that shows its error instead of failing. */
export const caught = (section, action) => (...given) => action(...given).catch((error) => fail(section, error));

/** Debounce an action: run it once after the last of several quick changes. */
export function settled(action) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(action, 150, ...given);
  };
}

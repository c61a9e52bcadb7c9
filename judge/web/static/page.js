// The page: opens one of its sections, and sets the language.
import * as compare from "./compare.js";
import * as judge from "./judge.js";
import * as play from "./play.js";
import { unpacked } from "./packed.js";
import { address, copy, fail, loadGames } from "./parts.js";
import { Python, python } from "./python.js";
import * as replay from "./replay.js";
import * as run from "./run.js";
import { Sandbox } from "./sandbox.js";
import { language, load, other, say, speakOther, translate, viewerWords } from "./words.js";

const sections = [...document.querySelector("main").getElementsByTagName("section")];
const status = document.getElementById("status");
const stop = document.getElementById("stop");
const loading = document.getElementById("loading");
const button = document.getElementById("language");
/** What the sections can open from an address. */
const opened = {};

/** Open the section in the address; the address of a replay contains a game. */
function route() {
  const [name, game, text, ...more] = location.hash.slice(1).split("/");
  const open = sections.find((section) => section.id === name) ?? sections[0];
  for (const section of sections) section.hidden = section !== open;
  for (const link of document.querySelector("nav").getElementsByTagName("a")) {
    link.ariaCurrent = link.hash === `#${open.id}` ? "page" : null;
  }
  document.body.classList.toggle("table", open.id === "play");
  document.title = `${open.querySelector("h2").textContent} · cardjudge`;
  const shown = opened[open.id];
  if (text && shown) unpacked(text).then((bytes) => shown.open(game, bytes, ...more)).catch(() => fail(open, say("這個網址裡的遊戲讀不出來。")));
  else shown?.first?.();
}

/** Show that Python is busy if a call takes longer than 300 ms, with a button that stops it. */
let slow;
let broken = false; // the status says why
python.addEventListener("busy", () => {
  clearTimeout(slow);
  slow = setTimeout(() => {
    if (broken) return;
    status.textContent = say(document.body.dataset.ready ? "正在計算……" : "正在載入 Python，第一次要幾秒鐘……");
    stop.hidden = !document.body.dataset.ready;
  }, 300);
});
python.addEventListener("idle", () => {
  clearTimeout(slow);
  if (!document.body.dataset.ready) return;
  status.textContent = "";
  stop.hidden = true;
});
python.addEventListener("loading", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  const bar = loading.querySelector("progress");
  const [done, all] = [detail, bar.max].map((bytes) => (bytes / 2 ** 20).toFixed(1));
  bar.value = detail;
  loading.querySelector("span").textContent = `${done} / ${all} MB`;
});
stop.onclick = () => python.stop();
// Without this, a file dropped in the wrong place would replace the page.
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());

async function start() {
  await Promise.all([load(), loadGames()]);
  const cases = /** @type {HTMLTemplateElement} */ (document.getElementById("cases"));
  for (const tools of document.querySelectorAll(".with-cases")) tools.prepend(cases.content.cloneNode(true));
  translate();
  button.textContent = other.startsWith("zh") ? "中文" : "English";
  button.lang = other.startsWith("zh") ? "zh-Hant-TW" : "en";
  route();
  const spoken = python.call("speak", language).then((words) => Object.assign(viewerWords, words));
  const section = (name) => document.getElementById(name);
  const show = (game, bytes) => {
    history.pushState(null, "", "#replay");
    route();
    opened.replay.open(game, bytes);
  };
  const judged = judge.open(section("judge"), show);
  [opened.replay, opened.run] = await Promise.all([replay.open(section("replay")), run.open(section("run")), compare.open(section("compare"))]);
  await Promise.all([spoken, judged]);
  status.textContent = "";
  loading.hidden = true;
  document.body.dataset.ready = "yes";
  opened.play = await play.open(section("play"), show);
  route();
  document.body.dataset.ready = "all";
  Object.assign(window, { cardjudgeStarted: true });
  keepOffline();
}

/** Keep the page for use without a network. */
function keepOffline() {
  try {
    navigator.serviceWorker?.register("offline.js").catch(() => {});
  } catch { /* an iframe that may keep nothing */ }
}

button.onclick = speakOther;
document.body.classList.toggle("embed", new URLSearchParams(location.search).has("embed"));
for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".snippet"))) {
  each.onclick = () => copy(each.closest("section"), `<iframe src="${address(location.hash, "?embed")}" width="100%" height="640" title="cardjudge"></iframe>`);
}
addEventListener("hashchange", route);
if (!document.documentElement.dataset.refused) start().catch((error) => {
  broken = loading.hidden = true;
  status.textContent = say("網頁沒有載入成功：{why}", { why: error.message });
});

export { Python, python, Sandbox };

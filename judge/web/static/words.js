// The languages of the page: its source is in Chinese, and words.json has the English.
import { keep, kept } from "./storage.js";
import { say as fill } from "./viewer.js";

let english = {};
const CHINESE = "zh_TW.UTF-8";
const ENGLISH = "en_US.UTF-8";
/** The words of the viewer in the current language; Python sends them. */
export const viewerWords = {};
let spoken = kept("language")
  ?? (navigator.languages.some((language) => language.startsWith("zh")) ? CHINESE : ENGLISH);

/** Fetch the English of all sentences; an error names the file. */
export async function load() {
  const name = "words.json";
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
  english = await answer.json().catch((error) => Promise.reject(new Error(`${name}: ${error.message}`)));
}

export const language = () => spoken;
export const other = () => (spoken === CHINESE ? ENGLISH : CHINESE);

/** Return a sentence in the current language. */
export function say(template, parts) {
  return fill(spoken === CHINESE ? {} : english, template, parts);
}

export function speak(chosen) {
  spoken = chosen;
  keep("language", chosen);
  translate();
}

/** @returns {NodeListOf<HTMLElement>} */
const all = (attribute) => document.querySelectorAll(`[${attribute}]`);

/** Update all texts of the page to the current language. */
export function translate() {
  document.documentElement.lang = spoken === CHINESE ? "zh-Hant-TW" : "en";
  for (const each of all("data-say")) {
    each.dataset.say ||= each.textContent;
    each.textContent = say(each.dataset.say);
  }
  for (const each of all("data-label")) each.ariaLabel = say(each.dataset.label);
}

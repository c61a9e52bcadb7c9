// The languages of the page: its source is in Chinese, and words.json has the English.
import { parsed } from "./fetched.js";
import { keep, kept } from "./storage.js";
import { say as fill } from "./viewer.js";

let english = {};
const CHINESE = "zh_TW.UTF-8";
const ENGLISH = "en_US.UTF-8";
/** The words of the viewer in the current language; Python sends them. */
export const viewerWords = {};
const asked = new URLSearchParams(location.search).get("language") ?? kept("language", "");
const isChinese = asked ? asked === CHINESE : navigator.languages.some((each) => each.startsWith("zh"));

/** Fetch the English of all sentences. */
export async function load() {
  english = await parsed("words.json");
}

/** The current language as Python names it, and the other one. */
export const [language, other] = isChinese ? [CHINESE, ENGLISH] : [ENGLISH, CHINESE];

/** Return a sentence in the current language. */
export function say(template, parts) {
  return fill(isChinese ? {} : english, template, parts);
}

/** Return what is said of a file of the page that cannot be read. */
export const damaged = (name) => say("{name} 已損壞，或沒有傳完", { name });

/** Load the page anew in the other language; without storage the address has it. */
export function speakOther() {
  if (keep("language", other)) location.reload();
  else location.search = `?language=${other}`;
}

/** @returns {NodeListOf<HTMLElement>} */
const all = (attribute) => document.querySelectorAll(`[${attribute}]`);

/** Put all texts of the page into the current language. */
export function translate() {
  document.documentElement.lang = isChinese ? "zh-Hant-TW" : "en";
  for (const each of all("data-say")) each.textContent = say(each.textContent);
  for (const each of all("data-label")) each.ariaLabel = say(each.dataset.label);
}

// Editors: an editor holds a part of a long text, and draws only what is visible.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentUnit, LRLanguage, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, highlightSpecialChars, keymap, lineNumbers, showPanel } from "@codemirror/view";
import { Change, MergeView } from "@codemirror/merge";
import { tags } from "@lezer/highlight";
import { parser } from "@lezer/python";
import { MOST } from "./bounds.js";
import { element } from "./viewer.js";
import { say } from "./words.js";

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--bad)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
]);
/** @type {import("@codemirror/state").StateEffectType<number | null>} */
const mark = StateEffect.define();
/** The marked line, by the place of its beginning. */
const marked = StateField.define({
  create: () => Decoration.none,
  update(shown, { effects, changes }) {
    const effect = effects.find((each) => each.is(mark));
    if (!effect) return shown.map(changes);
    return effect.value === null ? Decoration.none : Decoration.set(Decoration.line({ class: "wrong" }).range(effect.value));
  },
  provide: (field) => EditorView.decorations.from(field),
});

const LOOK = [EditorView.cspNonce.of("cardjudge"), EditorView.darkTheme.of(matchMedia("(prefers-color-scheme: dark)").matches)];
/** Every character of a text stays as it is. */
const EXACT = [EditorState.lineSeparator.of("\n"), highlightSpecialChars()];
const named = (name) => EditorView.contentAttributes.of({ "aria-label": say(name), tabindex: "0" });

/** Return where the parts of a text begin, each at a line if it can: the character, and the number of lines before it. */
function parted(text) {
  const parts = [{ from: 0, before: 0 }];
  let [line, before] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    if (at === parts.at(-1).from + MOST.edited) parts.push({ from: line > parts.at(-1).from ? line : at, before });
    if (text.charCodeAt(at) === 10) [line, before] = [at + 1, before + 1];
  }
  return parts;
}

const ENCODER = new TextEncoder();

/** An editor; it keeps the exact bytes of a file until the user changes the text. */
export class Editor {
  /** @type {Uint8Array} */
  file = null;
  whole = ""; // with the text of the only part as it was given
  parts = parted("");
  at = 0; // the part that is shown
  /** @type {HTMLElement} */
  host;
  /** @type {EditorView} */
  view;

  /** Prepare an editor; `place` puts it on the page. With `bytes`, every character stays as it is; with `run`, it is one for Python. */
  constructor({ readOnly = false, run = null, bytes = false, changed = () => {}, chosen = (_line) => {} } = {}) {
    this.readOnly = readOnly;
    this.python = run ? [LRLanguage.define({ parser }).extension, bracketMatching(), keymap.of([{ key: "Mod-Enter", run: () => (run(), true) }, indentWithTab])] : [];
    this.changed = changed;
    const told = EditorView.updateListener.of((update) => {
      if (update.docChanged) {
        this.file = null;
        changed();
      }
      if (update.selectionSet && update.view.hasFocus) chosen(this.before + update.state.doc.lineAt(update.state.selection.main.head).number);
    });
    this.extensions = [
      lineNumbers({ formatNumber: (number) => String(this.before + number) }), history(), keymap.of([...defaultKeymap, ...historyKeymap]),
      indentUnit.of("    "), syntaxHighlighting(colours), marked, told, EditorView.domEventHandlers({ paste: (event) => this.paste(event) }),
      ...LOOK, ...(bytes ? EXACT : []),
    ];
  }

  place(host) {
    Object.assign(this, { host, view: new EditorView({ parent: host, extensions: LOOK }) });
    this.draw(0);
    Object.defineProperty(host, "value", { get: () => this.text, set: (text) => (this.text = text) });
    return this;
  }

  /** What depends on the length of the text. */
  configured() {
    const long = this.parts.length > 1;
    return [
      named(this.host.dataset.name), EditorState.readOnly.of(this.readOnly || long),
      long ? [] : this.python, long ? showPanel.of(() => ({ top: true, dom: this.panel() })) : [],
    ];
  }

  /** Tell which part of a long text is shown, with buttons for the others. */
  panel() {
    const button = (label, enabled, onclick) => element("button", { type: "button", textContent: say(label), disabled: !enabled, onclick });
    const last = this.parts.length - 1;
    return element("div", {}, say("太長，只能看：第 {at} 段，共 {of} 段", { at: this.at + 1, of: this.parts.length }), " ", button("前面的行", this.at > 0, () => this.draw(this.at - 1, true)),
      button("後面的行", this.at < last, () => this.draw(this.at + 1)), ...(this.readOnly ? [] : [button("清空", true, () => (this.text = ""))]));
  }

  get before() {
    return this.parts[this.at].before;
  }

  get text() {
    return this.parts.length > 1 ? this.whole : this.view.state.doc.toString();
  }

  set text(text) {
    [this.file, this.whole, this.parts] = [null, text, parted(text)];
    this.draw(0);
    this.changed();
  }

  get bytes() {
    return this.file ?? ENCODER.encode(this.text);
  }

  /** Show the bytes of a file. */
  give(bytes) {
    this.text = new TextDecoder().decode(bytes);
    this.file = bytes;
  }

  /** Show the beginning or the end of a part, in a new state: a change of the old one would draw all lines of an editor that is out of sight. */
  draw(at, end = false) {
    this.at = at;
    const doc = this.whole.slice(this.parts[at].from, this.parts[at + 1]?.from);
    this.view.setState(EditorState.create({ doc, extensions: [this.configured(), ...this.extensions] }));
    this.scroll(end ? this.view.contentHeight : 0);
  }

  /** Scroll the editor alone: CodeMirror's own way scrolls the window of a phone, too. */
  scroll(top) {
    this.view.requestMeasure({ read: () => {}, write: (_, { scrollDOM }) => (scrollDOM.scrollTop = top) });
  }

  /** Insert a long text without its way through the editor. */
  paste(event) {
    const { doc, readOnly, selection } = this.view.state;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (readOnly || text.length <= MOST.edited) return false;
    this.text = doc.sliceString(0, selection.main.from) + text + doc.sliceString(selection.main.to);
    return true;
  }

  /** Mark a line and scroll to it; without one, mark none. */
  mark(line, focus = false) {
    if (!line) return this.view.dispatch({ effects: mark.of(null) });
    const at = Math.max(0, this.parts.findLastIndex(({ before }) => before < line));
    if (at !== this.at) this.draw(at);
    const { doc } = this.view.state;
    const number = line - this.before;
    const { from } = doc.line(Math.min(Math.max(number, 1), doc.lines));
    this.view.dispatch({ effects: mark.of(number <= doc.lines ? from : null), ...(focus ? { selection: { anchor: from } } : {}) });
    this.scroll(this.view.lineBlockAt(from).top - this.view.scrollDOM.clientHeight / 2);
    if (focus) this.view.focus();
  }
}

/** Two texts side by side, whose equal lines stay beside each other and are folded where there are many. */
export class Pair {
  constructor(host, names) {
    this.host = host;
    this.names = names;
  }

  /** Draw the differences of two texts, as differences.js finds them. */
  draw({ texts, numbers, changes }) {
    this.view?.destroy();
    const [a, b] = texts.map((doc, side) => ({ doc, extensions: [
      ...LOOK, ...EXACT, EditorState.readOnly.of(true), named(this.names[side]),
      lineNumbers({ formatNumber: (number) => String(numbers[side][number - 1] || "") }),
      EditorState.phrases.of({ "$ unchanged lines": say("相同的行") }),
    ] }));
    const override = () => changes.map(([fromA, toA, fromB, toB]) => new Change(fromA, toA, fromB, toB));
    this.view = new MergeView({ a, b, parent: this.host, diffConfig: { override }, collapseUnchanged: {} });
  }

  /** Scroll to a place once the equal lines are beside each other. */
  show(place) {
    requestAnimationFrame(() => {
      const { dom, a } = this.view;
      dom.scrollTop = a.lineBlockAt(place).top - dom.clientHeight / 3;
    });
  }
}

// Editors: an editor draws only the visible part of a text, so long texts stay fast.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, indentUnit, LRLanguage, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { Change, MergeView } from "@codemirror/merge";
import { tags } from "@lezer/highlight";
import { parser } from "@lezer/python";
import { say } from "./words.js";

/** Characters above which an editor has no syntax colours. */
export const LONG = 2 ** 20;
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--bad)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
]);
const mark = StateEffect.define();
/** The marked lines: numbers from 1, each with a class. */
const marked = StateField.define({
  create: () => Decoration.none,
  update(shown, { effects, docChanged, changes, state }) {
    const effect = effects.find((each) => each.is(mark));
    if (!effect) return docChanged ? shown.map(changes) : shown;
    const lines = (effect.value ?? []).filter(({ line }) => line >= 1 && line <= state.doc.lines);
    return Decoration.set(lines.map(({ line, name }) => Decoration.line({ class: name }).range(state.doc.line(line).from)));
  },
  provide: (field) => EditorView.decorations.from(field),
});

const LOOK = [EditorView.cspNonce.of("cardjudge"), EditorView.darkTheme.of(matchMedia("(prefers-color-scheme: dark)").matches)];
/** Every character of a text stays as it is. */
const EXACT = [EditorState.lineSeparator.of("\n"), highlightSpecialChars()];
const named = (name) => EditorView.contentAttributes.of({ "aria-label": say(name), tabindex: "0" });

export class Editor {
  language = new Compartment();
  label = new Compartment();
  /** @type {HTMLElement} */
  host;
  /** @type {EditorView} */
  view;

  /** Prepare an editor; `place` puts it on the page. With `bytes`, every character of a text stays as it is. */
  constructor({ readOnly = false, python = false, bytes = false, changed = () => {}, chosen = (_line) => {} } = {}) {
    this.python = python;
    const told = EditorView.updateListener.of((update) => {
      if (update.docChanged) changed();
      if (update.selectionSet && update.view.hasFocus) chosen(update.state.doc.lineAt(update.state.selection.main.head).number);
    });
    this.extensions = [
      lineNumbers(), history(), keymap.of([...defaultKeymap, ...historyKeymap]), indentUnit.of("    "), syntaxHighlighting(colours), marked, told,
      EditorState.readOnly.of(readOnly), this.language.of([]), this.label.of([]), ...LOOK, ...(bytes ? EXACT : []),
    ];
  }

  place(host) {
    Object.assign(this, { host, view: new EditorView({ parent: host, extensions: this.extensions }) });
    const name = () => this.view.dispatch({ effects: this.label.reconfigure(named(host.dataset.name)) });
    name();
    document.addEventListener("spoken", name);
    Object.defineProperty(host, "value", { get: () => this.text, set: (text) => (this.text = text) });
    return this;
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(text) {
    const language = this.python && text.length < LONG ? LRLanguage.define({ parser }).extension : [];
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, effects: this.language.reconfigure(language), selection: { anchor: 0 } });
  }

  /** Mark these lines, and unmark all others. */
  mark(lines) {
    this.view.dispatch({ effects: mark.of(lines) });
  }

  /** Scroll to a line. */
  show(number, focus = false) {
    const { doc } = this.view.state;
    const { from } = doc.line(Math.min(Math.max(number, 1), doc.lines));
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    if (focus) this.view.focus();
  }
}

/** A part of two texts side by side, whose equal lines stay beside each other. */
export class Pair {
  constructor(host, names) {
    this.host = host;
    this.names = names;
  }

  /** Draw a part, as differences.js makes it. */
  draw({ texts, before, changes }) {
    this.view?.destroy();
    const [a, b] = texts.map((doc, side) => ({ doc, extensions: [
      ...LOOK, ...EXACT, EditorState.readOnly.of(true), named(this.names[side]),
      lineNumbers({ formatNumber: (number, state) => (number < state.doc.lines ? String(before[side] + number) : "") }),
    ] }));
    const override = () => changes.map(([fromA, toA, fromB, toB]) => new Change(fromA, toA, fromB, toB));
    this.view = new MergeView({ a, b, parent: this.host, diffConfig: { override } });
  }

  /** Scroll to a place once the equal lines are beside each other. */
  show([place]) {
    requestAnimationFrame(() => {
      const { dom, a } = this.view;
      dom.scrollTop = a.lineBlockAt(place).top - dom.clientHeight / 3;
    });
  }
}

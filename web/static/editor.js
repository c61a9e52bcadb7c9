// Editors: an editor draws only the visible part of a text, so long texts stay fast.
import { defaultKeymap, history, historyKeymap } from "./npm/@codemirror/commands.js";
import { HighlightStyle, indentUnit, LRLanguage, syntaxHighlighting } from "./npm/@codemirror/language.js";
import { Compartment, EditorState, StateEffect, StateField } from "./npm/@codemirror/state.js";
import { Decoration, EditorView, keymap, lineNumbers } from "./npm/@codemirror/view.js";
import { tags } from "./npm/@lezer/highlight.js";
import { parser } from "./npm/@lezer/python.js";
import { say } from "./words.js";

const LONG = 2 ** 20; // characters above which an editor has no syntax colours
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
    const lines = effect.value.filter(({ line }) => line >= 1 && line <= state.doc.lines);
    return Decoration.set(lines.map(({ line, name }) => Decoration.line({ class: name }).range(state.doc.line(line).from)));
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  language = new Compartment();
  label = new Compartment();
  constructor(host, { readOnly = false, python = false, changed = () => {}, chosen = () => {} } = {}) {
    this.host = host;
    this.python = python;
    const told = EditorView.updateListener.of((update) => {
      if (update.docChanged) changed();
      if (update.selectionSet && update.view.hasFocus) chosen(update.state.doc.lineAt(update.state.selection.main.head).number);
    });
    this.view = new EditorView({
      parent: host,
      extensions: [
        lineNumbers(), history(), keymap.of([...defaultKeymap, ...historyKeymap]), indentUnit.of("    "), syntaxHighlighting(colours), marked, told,
        EditorState.readOnly.of(readOnly), this.language.of([]), this.label.of([]), EditorView.cspNonce.of("cardjudge"),
        EditorView.darkTheme.of(matchMedia("(prefers-color-scheme: dark)").matches),
      ],
    });
    this.named();
    document.addEventListener("spoken", () => this.named());
    Object.defineProperty(host, "value", { get: () => this.text, set: (text) => (this.text = text) });
  }

  named() {
    this.view.dispatch({ effects: this.label.reconfigure(EditorView.contentAttributes.of({ "aria-label": say(this.host.dataset.name), tabindex: "0" })) });
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

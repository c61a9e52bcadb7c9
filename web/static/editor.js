// Editors: an editor draws only the visible part of a text, so long texts stay fast.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, indentUnit, LRLanguage, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, StateEffect, StateField, Transaction } from "@codemirror/state";
import { Decoration, EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { Change, MergeView } from "@codemirror/merge";
import { tags } from "@lezer/highlight";
import { parser } from "@lezer/python";
import { differences } from "./differences.js";
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
    const lines = (effect.value ?? []).filter(({ line }) => line >= 1 && line <= state.doc.lines);
    return Decoration.set(lines.map(({ line, name }) => Decoration.line({ class: name }).range(state.doc.line(line).from)));
  },
  provide: (field) => EditorView.decorations.from(field),
});

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
      EditorState.readOnly.of(readOnly), this.language.of([]), this.label.of([]), EditorView.cspNonce.of("cardjudge"),
      EditorView.darkTheme.of(matchMedia("(prefers-color-scheme: dark)").matches),
      ...(bytes ? [EditorState.lineSeparator.of("\n"), highlightSpecialChars()] : []),
    ];
  }

  place(host, view = new EditorView({ parent: host, extensions: this.extensions })) {
    Object.assign(this, { host, view });
    this.named();
    document.addEventListener("spoken", () => this.named());
    Object.defineProperty(host, "value", { get: () => this.text, set: (text) => (this.text = text) });
    return this;
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

/** Two boxes side by side, whose equal lines stay beside each other. */
export class Pair {
  constructor(parent, boxes) {
    const [a, b] = boxes.map(({ editor: { extensions } }) => ({ extensions }));
    const whole = (one, other) => (one === other ? [] : [new Change(0, one.length, 0, other.length)]);
    this.boxes = boxes;
    this.known = null; // the differences of the texts
    this.view = new MergeView({ a, b, parent, diffConfig: { override: (one, other) => this.known ?? whole(one, other) } });
    for (const [box, view] of [[boxes[0], this.view.a], [boxes[1], this.view.b]]) {
      const host = view.dom.parentElement;
      host.id = `compare-${box.name}`;
      host.classList.add(box.name);
      host.dataset.name = box.label;
      box.editor.place(host, view);
    }
  }

  /** Show the differences; return their number, or null if `current` says that they are no longer wanted. */
  async compare(current) {
    const { a, b } = this.view;
    const [one, other] = [a, b].map(({ state }) => state.doc.toString());
    const changes = await differences(one, other, current);
    if (!changes) return null;
    this.known = changes;
    this.boxes[0].setting = true; // the text is the same: only its differences are anew
    a.dispatch({ changes: { from: 0, to: one.length, insert: one }, selection: a.state.selection, annotations: Transaction.addToHistory.of(false) });
    this.boxes[0].setting = false;
    this.known = null;
    return this.view.chunks.length;
  }

  /** Scroll to a difference on both sides. */
  show(at) {
    const { a, b, chunks } = this.view;
    const show = (view, from) => {
      const anchor = Math.min(from, view.state.doc.length);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    };
    show(a, chunks[at].fromA);
    show(b, chunks[at].fromB);
  }
}

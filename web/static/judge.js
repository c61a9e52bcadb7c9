// Judge: shows an input and the judge's output.
import { Editor } from "./editor.js";
import { Box, choice, fail, files, settled } from "./parts.js";
import { python } from "./python.js";

export async function open(section, replay) {
  const part = (name) => section.querySelector(name);
  const box = new Box(settled(judge)).place(part(".input"));
  const output = new Editor({ readOnly: true, chosen: explain }).place(part(".output"));
  const game = choice(section, (_, found) => (found ? box.set(found.in) : judge()));

  async function judge() {
    try {
      const empty = !box.bytes.length;
      const judged = empty ? { output: "", error: null, line: null } : await python.latest("judge", "judge", game.value, box.bytes);
      output.text = judged.output;
      part(".why").textContent = "";
      fail(section, judged.error);
      box.editor.mark(judged.line ? [{ line: judged.line, name: "wrong" }] : []);
      if (judged.line) box.editor.show(judged.line);
      output.host.dataset.judged = Number(output.host.dataset.judged ?? 0) + 1;
    } catch (error) {
      fail(section, error);
    }
  }

  /** Show the rule behind the selected line of the output. */
  async function explain(line) {
    try {
      part(".why").textContent = await python.latest("why", "why", game.value, box.bytes, line);
    } catch (error) {
      fail(section, error);
    }
  }

  files(section, ([file]) => box.open(file));
  part(".to-replay").onclick = () => replay(game.value, box.bytes);
  document.addEventListener("spoken", judge);
  await judge();
}

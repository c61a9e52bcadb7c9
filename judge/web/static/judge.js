// Judge: shows an input and the judge's output.
import { Editor } from "./editor.js";
import { caught, choice, fail, files, inputOf, read, settled } from "./parts.js";
import { python } from "./python.js";

export async function open(section, replay) {
  const part = (name) => section.querySelector(name);
  let number = 0;
  const judge = caught(section, async () => {
    const mine = number += 1;
    const { bytes } = box;
    const judged = bytes.length ? await python.latest("judge", "judge", game.value, bytes) : { output: "", error: null, line: null };
    if (mine !== number) return; // of another input
    output.text = judged.output;
    part(".why").textContent = "";
    fail(section, judged.error);
    box.mark(judged.line);
    output.host.dataset.judged = String(Number(output.host.dataset.judged ?? 0) + 1);
  });
  /** Show the rule behind the selected line of the output. */
  const explain = caught(section, async (line) => {
    part(".why").textContent = await python.latest("why", "why", game.value, box.bytes, line);
  });
  const box = new Editor({ changed: settled(judge) }).place(part(".input"));
  const output = new Editor({ readOnly: true, chosen: explain }).place(part(".output"));
  const game = choice(section, inputOf(box));

  files(section, async ([file]) => box.give(await read(file)));
  part(".to-replay").onclick = () => replay(game.value, box.bytes);
  await game.first();
  await judge();
}

// Replay: shows the steps of a game, and an address that contains the game.
import { MOST } from "./bounds.js";
import { Editor } from "./editor.js";
import { address, caught, choice, copy, fail, files, inputOf, read, settled } from "./parts.js";
import { python } from "./python.js";
import { packed } from "./packed.js";
import { view } from "./viewer.js";
import { say, viewerWords } from "./words.js";

export async function open(section) {
  const part = (name) => section.querySelector(name);
  const box = new Editor({ changed: settled(caught(section, show)) }).place(part(".input"));
  let from = 0;
  const game = choice(section, inputOf(box));

  files(section, async ([file]) => box.give(await read(file)));

  async function show() {
    fail(section, null);
    part(".shared").textContent = "";
    const { bytes } = box;
    if (!bytes.length) return part(".stage").replaceChildren();
    const { document, error } = await python.call("replay", game.value, bytes);
    const short = bytes.length <= MOST.address;
    const hash = short ? `#replay/${game.value}/${await packed(bytes)}/` : "#replay";
    const moved = settled((step) => section.hidden || history.replaceState(null, "", hash + (short ? step : "")));
    if (document) view(part(".stage"), document, viewerWords, from, moved);
    from = 0;
    fail(section, error);
  }

  part(".share").onclick = async () => {
    if (box.bytes.length > MOST.address) return void (part(".shared").textContent = say("這場遊戲太長，放不進網址。"));
    await copy(section, address(location.hash));
  };
  return {
    /** Show the first case if there is nothing yet. */
    first() {
      if (!box.bytes.length) game.first();
    },
    /** Show a game, given as bytes, at a step. */
    open(chosen, bytes, step = "0") {
      from = Math.trunc(Number(step)) || 0;
      game.value = chosen;
      game.onchange();
      box.give(bytes);
    },
  };
}

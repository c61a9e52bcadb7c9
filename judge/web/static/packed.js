// Bytes in an address: deflated, in base64 for addresses.
import { MOST } from "./bounds.js";

/** Send bytes through a stream; an error if more than `most` come out. */
async function through(bytes, stream, most = Infinity) {
  const bounded = new TransformStream({
    transform(chunk, out) {
      most -= chunk.length;
      if (most < 0) throw new RangeError();
      out.enqueue(chunk);
    },
  });
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream).pipeThrough(bounded)).arrayBuffer());
}

export async function packed(bytes) {
  const small = await through(bytes, new CompressionStream("deflate-raw"));
  const text = btoa(Array.from(small, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpacked(text) {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return through(Uint8Array.from(bytes, (each) => each.charCodeAt(0)), new DecompressionStream("deflate-raw"), MOST.address);
}

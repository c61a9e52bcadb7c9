// Python's loader as a script without imports and exports, for the page's worker and for the programs in the frame.
import createPyodideModule from "./pyodide/pyodide.asm.mjs";
import lockFileContents from "./pyodide/pyodide-lock.json";
import { loadPyodide } from "./pyodide/pyodide.mjs";

/**
 * Start Python from its compiled binary and its library. Pyodide fetches nothing: where one of its files is missing, it waits for ever.
 * @param {{ module: WebAssembly.Module, library: BufferSource }} files
 * @param {object} options
 */
function interpreter({ module, library }, options) {
  self.fetch = async () => new Response(library);
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module, instance: await WebAssembly.instantiate(module, imports) });
  const own = /** @type {any} */ ({ createPyodideModule, lockFileContents, indexURL: "blob:/", packageBaseUrl: "blob:/" });
  return loadPyodide({ ...own, ...options });
}

Object.assign(self, { interpreter });

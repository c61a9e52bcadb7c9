// Python's loader as a script without imports and exports, for the page's worker and for the programs in the frame.
import createPyodideModule from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

Object.assign(self, { createPyodideModule, loadPyodide });

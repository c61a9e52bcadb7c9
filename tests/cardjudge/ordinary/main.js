const fs = require("fs"), os = require("os"), path = require("path");
const { Worker } = require("worker_threads");
fs.writeFileSync(path.join(os.tmpdir(), "a"), new Intl.DateTimeFormat("zh-TW").format(0));
new Worker("require('worker_threads').parentPort.postMessage(2)", { eval: true })
  .on("message", (two) => console.log(two));

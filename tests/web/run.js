const [source, seconds, done] = arguments;
(async () => {
  const { Sandbox, python } = await import("./page.js");
  window.sandbox ??= new Sandbox();
  const encoder = new TextEncoder();
  const { in: input } = await python.call("case", "nim", "three-lost");
  const ended = await sandbox.run({ source: encoder.encode(source), input: encoder.encode(input) }, seconds, true);
  const judged = [];
  for (const language of ["en_US.UTF-8", "zh_TW.UTF-8"]) {
    await python.call("speak", language);
    const end = JSON.stringify([ended.status ?? 1, ended.exceeded || null, ended.wall, ended.cannot]);
    judged.push(await python.call("verdict", "nim", "three-lost", seconds, end, ended.output, ended.errors));
  }
  const text = (bytes) => new TextDecoder().decode(bytes);
  return { judged, output: text(ended.output), errors: text(ended.errors) };
})().then(done, (error) => done({ failed: String(error.stack) }));

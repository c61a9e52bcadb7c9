// Caches all files of the page, so that it works without a network after the first visit.
const VERSION = "cardjudge-/*version*/";
const FILES = [/*files*/];
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  const files = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(files)));
});

worker.addEventListener("activate", (event) => {
  const tidy = caches.keys().then((names) =>
    Promise.all(names.filter((name) => name.startsWith("cardjudge-") && name !== VERSION)
      .map((name) => caches.delete(name))));
  event.waitUntil(tidy.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const kept = caches.open(VERSION).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});

// Caches all files of the page, so that it works without a network after the first visit.
const FILES = [/*files*/];
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PREFIX = `cardjudge ${worker.registration.scope} `; // a host may have several copies of the page
const VERSION = `${PREFIX}/*version*/`;

/** A loopback port belongs to another page tomorrow: there the worker goes at once. */
const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

worker.addEventListener("install", (event) => {
  if (LOOPBACK) return void worker.skipWaiting();
  const files = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(files)));
});

worker.addEventListener("activate", (event) => {
  const tidy = caches.keys().then((names) =>
    Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== VERSION)
      .map((name) => caches.delete(name))));
  event.waitUntil(tidy.then(async () => void await (LOOPBACK ? worker.registration.unregister() : worker.clients.claim())));
});

worker.addEventListener("fetch", (event) => {
  if (LOOPBACK) return;
  const kept = caches.open(VERSION).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});

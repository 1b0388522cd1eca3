// @ts-check
/** Keeps the files of the page, those of a language once it is read, so that it opens without a network. */

const NAME = "parlour VERSION";
/** @type {string[]} */
const FILES = [];
const scope = /** @type {any} */ (self);

scope.addEventListener("install", (/** @type {any} */ event) => {
  scope.skipWaiting();
  const fresh = FILES.map((name) => new Request(name, { cache: "no-cache" })); // of one version, all of them
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)));
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  const old = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("parlour ") && name !== NAME).map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(old());
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const answer = async () => {
    const cache = await caches.open(NAME);
    const kept = await cache.match(request, { ignoreSearch: request.mode === "navigate" });
    if (kept) return kept;
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone()).catch(() => {}); // there may be no room
    return fresh;
  };
  event.respondWith(answer());
});

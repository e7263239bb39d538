// Keeps the files of play.html, so that a second visit needs no network. Each build of the site has a version and a cache of its own,
// which is whole before it counts. A newer version waits until no page of the older one is open: no game changes under its player.

const VERSION = "VERSION";
const FILES = ["FILES"];
// Sites of one host share their caches, so the name says whose it is.
const SITE = `hexwidget play ${self.registration.scope} `;
const NAME = SITE + VERSION;
const here = (name) => new URL(name, self.registration.scope).href;
const known = new Set(FILES.map(here));

self.addEventListener("install", (event) => {
  // "no-cache": a browser may hold files of an older version.
  const keep = async (cache, name) => {
    const answer = await fetch(here(name), { cache: "no-cache" });
    if (!answer.ok) throw new Error(`${name} could not be loaded`);
    // A browser refuses an answer that was redirected, as some hosts do for names that end in .html.
    const { status, headers } = answer;
    await cache.put(here(name), answer.redirected ? new Response(answer.body, { status, headers }) : answer);
  };
  event.waitUntil(caches.open(NAME).then((cache) => Promise.all(FILES.map((name) => keep(cache, name)))));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(SITE) && name !== NAME;
  const clear = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(clear.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const address = url.replace(/[?#].*/s, "");
  if (method !== "GET" || !known.has(address)) return;
  const kept = caches.open(NAME).then((cache) => cache.match(address));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});

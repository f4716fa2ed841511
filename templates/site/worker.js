// The worker of the whole site: where there is no net, pages that were seen, and the boxes that were taken along.
// It comes only with „Meine Boxen mitnehmen“; the table has its own.
const SHELL = {{ shell|safe }};
const PAGE = "{{ page }}";
const FILES = "seite-{{ version }}";
const SEEN = "gesehen";
const BOXES = "boxen";
const MOST_SEEN = 60;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(FILES)
      .then((cache) => cache.addAll(SHELL.map((address) => new Request(address, { cache: "reload" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("seite-") && name !== FILES).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin) return;
  if (address.pathname.startsWith("/admin/") || address.pathname.startsWith("/vorschlag/")) return;
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
  else if (address.pathname.startsWith("/static/")) event.respondWith(file(event.request));
  else if (address.pathname.startsWith(PAGE)) event.respondWith(box(event.request));
});

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && (answer.headers.get("Content-Type") ?? "").startsWith("text/html")) await see(request, answer.clone());
    return answer;
  } catch {
    return (await caches.match(request, { cacheName: SEEN })) ?? caches.match(PAGE, { cacheName: FILES });
  }
}

async function see(request, answer) {
  const cache = await caches.open(SEEN);
  await cache.delete(request);
  await cache.put(request, answer);
  const seen = await cache.keys();
  await Promise.all(seen.slice(0, Math.max(0, seen.length - MOST_SEEN)).map((old) => cache.delete(old)));
}

async function file(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(FILES)).put(request, answer.clone());
  return answer;
}

async function box(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request, { cacheName: BOXES })) ?? Response.error();
  }
}

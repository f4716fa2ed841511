// Keeps the table page and its files, so that it opens without a network. Nothing else of the site is touched.
const SHELL = {{ shell|safe }};
const NAME = "tisch-{{ version }}";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(NAME)
      .then((cache) => cache.addAll(SHELL.map((address) => new Request(address, { cache: "reload" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("tisch-") && name !== NAME).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin || !SHELL.includes(address.pathname)) return;
  // The page comes fresh where there is a network; its files bear their version in their names.
  event.respondWith(event.request.mode === "navigate" ? fresh(event.request, address.pathname) : stored(event.request, address.pathname));
});

async function fresh(request, path) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(NAME)).put(path, answer.clone());
    return answer;
  } catch {
    return caches.match(path);
  }
}

async function stored(request, path) {
  return (await caches.match(path)) ?? fetch(request);
}

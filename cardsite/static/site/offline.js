// „Meine Boxen mitnehmen“: takes boxes along, renews them, and searches and reads them where there is no net.

const root = document.getElementById("mitnehmen");
const found = document.getElementById("gefunden");
const box = document.getElementById("offline-suche");
const CACHE = "boxen";
const MOST = 40;
let entries = [];

const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

// „Kindskopf-Krake“ is found by „kindskopfkrake“, „Größe“ by „grosse“.
const fold = (text) => text.toLocaleLowerCase("de").replaceAll("ß", "ss").normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();

async function stored() {
  const cache = await caches.open(CACHE);
  const rows = await Promise.all([...document.querySelectorAll(".take__box")].map(async (row) => {
    const answer = await cache.match(row.dataset.address);
    return [row, answer ? await answer.json() : null];
  }));
  return new Map(rows);
}

async function take(row) {
  const answer = await fetch(row.dataset.address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(String(answer.status));
  await (await caches.open(CACHE)).put(row.dataset.address, answer);
}

async function show() {
  const known = await stored();
  entries = [];
  for (const [row, content] of known) {
    const button = row.querySelector("button");
    button.textContent = content ? "Weglegen" : "Mitnehmen";
    button.classList.toggle("button--quiet", Boolean(content));
    button.setAttribute("aria-label", `${row.dataset.name} ${content ? "weglegen" : "mitnehmen"}`);
    if (!content) continue;
    row.querySelector(".take__stand").textContent = `liegt hier, Stand ${content.made}`;
    for (const one of content.entries) entries.push({ ...one, box: content.name, title: fold(one.t), all: fold([one.t, one.w, ...one.l].join(" ")) });
  }
  document.getElementById("offline-form").hidden = !entries.length;
  return known;
}

function score(entry, words) {
  if (!words.every((word) => entry.all.includes(word))) return 0;
  return 1 + words.filter((word) => entry.title.includes(word)).length * 2 + (entry.title === words.join(" ") ? 10 : 0);
}

function drawn(entry, level) {
  return make("article", { className: "entry" },
    make("p", { className: "eyebrow", textContent: `${entry.k} · ${entry.box}` }),
    make(level, {}, make("a", { href: entry.u, textContent: entry.t })),
    ...entry.l.map((line) => make("p", { textContent: line })));
}

// A question has words that nothing is found by; the rarest of what is left decide.
function search(text) {
  const known = fold(text).split(" ").filter(Boolean).filter((word) => word.length > 2 || /\d/.test(word));
  let words = known.filter((word) => entries.some((one) => one.all.includes(word)));
  let hits = [];
  while (words.length && !hits.length) {
    hits = entries.map((one) => [score(one, words), one]).filter(([points]) => points);
    if (!hits.length) {
      const often = (word) => entries.filter((one) => one.all.includes(word)).length;
      words = words.toSorted((a, b) => often(a) - often(b)).slice(0, -1);
    }
  }
  hits.sort(([a], [b]) => b - a);
  found.replaceChildren(
    make("p", { className: "muted", textContent: hits.length ? `${hits.length} Treffer auf diesem Gerät` : "Nichts davon liegt auf diesem Gerät." }),
    ...hits.slice(0, MOST).map(([, one]) => drawn(one, "h2")));
}

function read(path) {
  const entry = entries.find((one) => decodeURI(one.u) === decodeURI(path));
  found.replaceChildren(entry ? drawn(entry, "h2") : make("p", { className: "empty", textContent: "Diese Seite liegt nicht auf Deinem Gerät. Such oben in dem, was Du mitgenommen hast." }));
}

async function renew(known) {
  for (const [row, content] of known) {
    if (!content) continue;
    try {
      await take(row);
    } catch {
      document.getElementById("ohne-netz").hidden = false;
      return;
    }
  }
  await show();
}

for (const row of document.querySelectorAll(".take__box")) {
  row.querySelector("button").addEventListener("click", async () => {
    const cache = await caches.open(CACHE);
    const stand = row.querySelector(".take__stand");
    if (await cache.match(row.dataset.address)) {
      await cache.delete(row.dataset.address);
      stand.textContent = "weggelegt";
    } else {
      try {
        stand.textContent = "kommt …";
        await navigator.serviceWorker?.register(root.dataset.worker, { scope: "/" });
        await take(row);
      } catch {
        stand.textContent = "Das ging nicht: Dafür braucht es einmal Netz.";
        return;
      }
    }
    await show();
  });
}

document.getElementById("offline-form").addEventListener("submit", (event) => {
  event.preventDefault();
  search(box.value);
});
box.addEventListener("input", () => { if (box.value.trim().length > 2) search(box.value); });

const network = () => { document.getElementById("ohne-netz").hidden = navigator.onLine; };
window.addEventListener("online", network);
window.addEventListener("offline", network);
network();

let install = null;
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  install = event;
  document.getElementById("ablegen").hidden = false;
});
document.getElementById("ablegen").addEventListener("click", () => install?.prompt());

document.getElementById("ohne-skript").hidden = true;
document.querySelector(".take").hidden = false;
const known = await show();
// Where another page was asked for and there is no net, its content is looked up here.
const here = new URL(location.href);
const asked = here.searchParams.get("q");
if (here.pathname !== "/mitnehmen/" && asked) {
  box.value = asked;
  search(asked);
} else if (here.pathname !== "/mitnehmen/" && here.pathname !== "/") read(here.pathname);
root.dataset.ready = "ja";
if (navigator.onLine) renew(known);

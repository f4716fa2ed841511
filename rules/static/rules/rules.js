// Comforts of the rules pages; every page works without them.

// „Zitat kopieren“: the text stands in data-copy, the answer beside the button.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const status = button.parentElement.querySelector("[role=status]");
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    status.textContent = "Kopiert.";
  } catch {
    status.textContent = "Das ging nicht. Markiere den Text und kopiere ihn von Hand.";
  }
});

// A term shows its meaning where it stands: on pointing at it and on focus; Escape closes it.
const preview = document.createElement("div");
preview.className = "term-preview";
preview.id = "begriff-vorschau";
preview.setAttribute("role", "tooltip");
preview.hidden = true;
const meanings = new Map();
let shown = null;

async function meaningOf(address) {
  if (!meanings.has(address)) {
    const answer = await fetch(`${address}?vorschau`);
    meanings.set(address, answer.ok ? await answer.text() : "");
  }
  return meanings.get(address);
}

async function show(link) {
  shown = link;
  const meaning = await meaningOf(link.dataset.preview);
  if (shown !== link || !meaning) return;
  preview.innerHTML = meaning;
  link.after(preview);
  link.setAttribute("aria-describedby", preview.id);
  preview.hidden = false;
}

function hide() {
  if (shown) shown.removeAttribute("aria-describedby");
  shown = null;
  preview.hidden = true;
}

let waiting = 0;
document.addEventListener("pointerover", (event) => {
  const link = event.target.closest("[data-preview]");
  clearTimeout(waiting);
  if (link && link !== shown) waiting = setTimeout(() => show(link), 250);
  else if (shown && !link && !preview.contains(event.target)) waiting = setTimeout(hide, 250);
});
document.addEventListener("focusin", (event) => {
  const link = event.target.closest("[data-preview]");
  if (link) show(link);
  else hide();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
});

// Where there is room beside the text, the contents stand open.
for (const details of document.querySelectorAll("[data-open-wide]")) {
  details.open = window.matchMedia("(min-width: 60rem)").matches;
}

// The table of contents shows where one is reading.
const contents = document.querySelector("[data-contents]");
if (contents && "IntersectionObserver" in window) {
  const links = new Map([...contents.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((one) => one.isIntersecting)) {
      for (const link of links.values()) link.removeAttribute("aria-current");
      const link = links.get(entry.target.id);
      if (!link) continue;
      link.setAttribute("aria-current", "location");
      contents.scrollTo({ top: link.offsetTop - contents.clientHeight / 2 });
    }
  }, { rootMargin: "0px 0px -70% 0px" });
  for (const id of links.keys()) {
    const section = document.getElementById(id);
    if (section) watcher.observe(section);
  }
}

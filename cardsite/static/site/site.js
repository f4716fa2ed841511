// Small comforts; every page works without them.

// "/" jumps into the search box, as players know it from other sites.
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const box = document.querySelector(".search--large .search__input, .search__input");
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
});

// A button with data-print prints the page; without JavaScript it is not needed.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-print]");
  if (button) window.print();
});

// Light or dark, as one likes; the system decides until somebody does.
const theme = document.getElementById("farben");
if (theme) {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const show = () => {
    theme.setAttribute("aria-pressed", String(isDark()));
    const paper = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.content = paper;
  };
  theme.hidden = false;
  theme.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("farben", document.documentElement.dataset.theme); } catch { /* until the page is left */ }
    show();
  });
  system.addEventListener("change", show);
  show();
}

// The boxes on one's own table: this browser remembers them, without a cookie and without the server.
// They go into an address only where they matter: with a question, a search, and into „Was wäre wenn“.

const KEY = "boxen";

function remembered() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(found) ? found.filter((key) => /^[\w-]{1,60}$/.test(key)).slice(0, 12) : [];
  } catch {
    return [];
  }
}

function remember(boxes) {
  try {
    localStorage.setItem(KEY, JSON.stringify(boxes));
  } catch {
    // Then they hold until the page is left.
  }
}

const named = new URLSearchParams(location.search).getAll("sets").flatMap((some) => some.split(",")).filter(Boolean);

for (const group of document.querySelectorAll("[data-own-boxes]")) {
  const ticks = [...group.querySelectorAll("input[name=sets]")];
  // An address that names boxes is somebody's, and says what it says.
  if (!named.length) for (const tick of ticks) tick.checked = remembered().includes(tick.value);
  group.addEventListener("change", () => {
    remember(ticks.filter((tick) => tick.checked).map((tick) => tick.value));
    lead();
  });
}

// Links that ask something take the boxes along.
function lead() {
  for (const link of document.querySelectorAll("a[data-with-boxes]")) {
    const address = new URL(link.href);
    address.searchParams.delete("sets");
    for (const key of named.length ? named : remembered()) address.searchParams.append("sets", key);
    link.href = address;
  }
}

// So do forms that have no boxes of their own to choose from.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-with-boxes]") || form.querySelector("[name=sets]")) return;
  for (const key of named.length ? named : remembered()) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "sets", value: key });
    form.append(field);
  }
});

lead();

// Who keeps a table on this device gets there from „Was wäre wenn“.
try {
  if (localStorage.getItem("tisch-1")) for (const link of document.querySelectorAll("[data-our-table]")) link.hidden = false;
} catch { /* then there is none */ }

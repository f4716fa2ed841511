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

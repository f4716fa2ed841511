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

// The active place of the navigation is visible on narrow screens, where it scrolls sideways.
const current = document.querySelector(".site-nav [aria-current]");
if (current) current.closest("ul").scrollLeft = current.offsetLeft - 24;

// Light or dark as this browser was told, before anything is drawn; without a choice the system decides.
(() => {
  let chosen = null;
  try { chosen = localStorage.getItem("farben"); } catch { /* A browser that keeps nothing follows the system. */ }
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
})();

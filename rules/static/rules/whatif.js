// Comforts of the what-if pages; every page works without them.

for (const button of document.querySelectorAll("[data-copy], [data-print]")) button.hidden = false;

// The system's own way to hand something on, where it has one.
for (const button of document.querySelectorAll("[data-share-button]")) {
  if (!navigator.share) break;
  const { share, shareText } = button.closest("[data-share]").dataset;
  button.hidden = false;
  button.addEventListener("click", () => navigator.share({ title: document.title, text: shareText.replace(share, "").trim(), url: share }).catch(() => {}));
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.querySelector(button.dataset.copy);
  const status = button.parentElement.querySelector("[role=status]");
  try {
    await navigator.clipboard.writeText(field.value);
    status.textContent = "Kopiert.";
  } catch {
    field.focus();
    field.select();
    status.textContent = "Markiert: jetzt kopieren.";
  }
});

// A problem that was reported takes the focus, so that nobody misses it.
const problem = document.getElementById("fehler");
if (problem && !location.hash) problem.focus();

// On paper every step stands open with its proof.
window.addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll(".proof details, .outcome")) details.open = true;
});

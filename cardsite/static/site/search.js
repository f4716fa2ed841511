// Comforts of the search box: completions, and arrows through the hits. Everything works without them.

const box = document.querySelector("[data-complete]");
const list = document.createElement("ul");
let asked = null;
let timer = 0;

const options = () => [...list.children];
const chosen = () => list.querySelector('[aria-selected="true"]');
const hits = () => [...document.querySelectorAll("#treffer .hit__name, #treffer .face__name a, #treffer .card-table th a")];

function close() {
  list.hidden = true;
  box.setAttribute("aria-expanded", "false");
  box.removeAttribute("aria-activedescendant");
}

function choose(option) {
  chosen()?.setAttribute("aria-selected", "false");
  if (!option) return box.removeAttribute("aria-activedescendant");
  option.setAttribute("aria-selected", "true");
  option.scrollIntoView({ block: "nearest" });
  box.setAttribute("aria-activedescendant", option.id);
}

function take(option) {
  close();
  if (option.dataset.url) return window.location.assign(option.dataset.url);
  box.value = option.dataset.query;
  box.focus();
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

// Where the hits themselves appear while typing, only fields and values are completed.
async function complete() {
  asked?.abort();
  asked = new AbortController();
  const onlyFields = box.hasAttribute("hx-get") ? "&felder=1" : "";
  const address = `${box.dataset.complete}?q=${encodeURIComponent(box.value)}${onlyFields}`;
  try {
    const answer = await fetch(address, { signal: asked.signal });
    if (!answer.ok) return close();
    list.innerHTML = await answer.text();
    const open = options().length > 0 && document.activeElement === box;
    list.hidden = !open;
    box.setAttribute("aria-expanded", String(open));
  } catch (problem) {
    if (problem.name !== "AbortError") close();
  }
}

function inBox(event) {
  const open = !list.hidden;
  if (event.key === "Escape" && open) {
    event.preventDefault();
    close();
  } else if (event.key === "Enter" && open && chosen()) {
    event.preventDefault();
    take(chosen());
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const step = event.key === "ArrowDown" ? 1 : -1;
    if (!open && step === 1 && hits().length) {
      event.preventDefault();
      hits()[0].focus();
    } else if (open) {
      event.preventDefault();
      const all = options();
      choose(all[(all.indexOf(chosen()) + step + all.length) % all.length]);
    }
  }
}

function inHits(event) {
  // What the box has taken is not for the hits as well.
  if (event.defaultPrevented || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
  const all = hits();
  const place = all.indexOf(document.activeElement);
  if (place < 0) return;
  event.preventDefault();
  const next = place + (event.key === "ArrowDown" ? 1 : -1);
  (all[next] ?? (next < 0 ? box : all[place])).focus();
}

if (box) {
  list.className = "completions";
  list.id = "vorschlaege";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Vorschläge");
  box.after(list);
  box.setAttribute("role", "combobox");
  box.setAttribute("aria-autocomplete", "list");
  box.setAttribute("aria-controls", list.id);
  box.setAttribute("aria-expanded", "false");
  box.addEventListener("keydown", inBox);
  box.addEventListener("blur", () => setTimeout(close, 150));
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(complete, 120);
  });
  list.addEventListener("mousedown", (event) => {
    const option = event.target.closest("[role=option]");
    if (!option) return;
    event.preventDefault();
    take(option);
  });
  document.addEventListener("keydown", inHits);
}

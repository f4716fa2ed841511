// A page of many screens has a bar at its foot: the contents with the place where one is and, for who comes back,
// „Weiter lesen“. This browser remembers the place; the server does not.

const SCREENS = 6;
const CHAPTERS = 4;
const KEY = "gelesen";
const PAGES = 20;
const headings = [...document.querySelectorAll("main h2[id]")];

function remembered() {
  try {
    return new Map(Object.entries(JSON.parse(localStorage.getItem(KEY)) ?? {}));
  } catch {
    return new Map();
  }
}

function remember(id) {
  const places = remembered();
  places.delete(location.pathname);
  places.set(location.pathname, id);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...places].slice(-PAGES))));
  } catch {
    // Then nobody is led back.
  }
}

function linkTo(heading, text = heading.textContent) {
  const link = document.createElement("a");
  link.href = `#${heading.id}`;
  link.textContent = text;
  return link;
}

function contents() {
  const fold = document.createElement("details");
  fold.innerHTML = '<summary>Inhalt <span class="reading-bar__here"></span></summary><ol></ol>';
  for (const heading of headings) {
    const item = document.createElement("li");
    item.append(linkTo(heading));
    fold.lastChild.append(item);
  }
  fold.lastChild.addEventListener("click", () => { fold.open = false; });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") fold.open = false; });
  return fold;
}

function onward() {
  const last = headings.find((one) => one.id === remembered().get(location.pathname));
  if (!last || location.hash) return null;
  const link = linkTo(last, `Weiter lesen: ${last.textContent}`);
  link.className = "reading-bar__onward";
  return link;
}

// Tell the bar which chapter is being read, and keep it for the next visit; the first one everybody finds.
function follow(fold, back) {
  const here = fold.querySelector(".reading-bar__here");
  const links = [...fold.querySelectorAll("a")];
  const watcher = new IntersectionObserver(() => {
    const place = headings.findLastIndex((one) => one.getBoundingClientRect().top < innerHeight / 3);
    here.textContent = headings[place]?.textContent ?? "";
    links.forEach((link, number) => {
      if (number === place) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    });
    if (place < 1) return;
    back?.remove();
    remember(headings[place].id);
  }, { rootMargin: "0px 0px -66% 0px" });
  for (const heading of headings) watcher.observe(heading);
}

const isLong = document.documentElement.scrollHeight > SCREENS * innerHeight;
if (isLong && headings.length >= CHAPTERS && "IntersectionObserver" in window) {
  const bar = document.createElement("nav");
  bar.className = "reading-bar no-print";
  bar.setAttribute("aria-label", "Auf dieser Seite");
  const fold = contents();
  const back = onward();
  bar.append(fold, ...(back ? [back] : []));
  document.querySelector("main").append(bar);
  follow(fold, back);
}

// „Tisch“: the companion of an evening. Everything stays in this browser.

const root = document.getElementById("tisch");
const data = JSON.parse(document.getElementById("tisch-daten").textContent);
const [state, fight, { button, choice, field, make, stepper, tick }] = await Promise.all([
  import(root.dataset.state), import(root.dataset.fight), import(root.dataset.parts),
]);
const { LONGEST_NAME, Table, asTable, freshFight, freshPerson, freshTable, kept, number, packed, unpacked } = state;
const { count, question, signed, strength, verdict } = fight;

const firstBoxes = data.boxes.slice(0, 1).map((box) => box.key);
const shared = location.hash.startsWith("#t=") ? asTable(unpacked(location.hash.slice(3)), firstBoxes) : null;
const before = kept(firstBoxes);
const table = new Table(before ?? shared ?? freshTable(firstBoxes));
// A table from a link can be taken back, should it have hidden an own one.
if (shared && before) table.change((next) => Object.assign(next, shared));
else if (shared) table.keep();
if (shared) history.replaceState(null, "", location.pathname);
const open = new Set();

const people = () => document.getElementById("leute");
const said = document.getElementById("gesagt");

function change(edit, saying = "") {
  table.change(edit);
  draw();
  if (saying) said.textContent = saying;
}

function traitsOfTable() {
  return data.traits.filter((one) => table.state.boxes.includes(one.box));
}

function winLevel() {
  const levels = data.boxes.filter((box) => table.state.boxes.includes(box.key)).map((box) => box.level);
  return levels.length ? Math.max(...levels) : 10;
}

// People

function drawPerson(person, place) {
  const goal = winLevel();
  const level = (by) => change((next) => {
    next.people[place].level = number(person.level + by, 1, 20, 1);
  }, `${person.name}: Stufe ${number(person.level + by, 1, 20, 1)}`);
  const name = make(
    "button", {
      id: `p${place}`, type: "button", class: "person__name", "aria-expanded": String(open.has(place)),
      on: { click: () => { open.has(place) ? open.delete(place) : open.add(place); draw(); } },
    },
    make("strong", {}, person.name),
    make("span", { class: "person__line" }, line(person, goal)),
  );
  const row = make("div", { class: "person__row" }, name,
    stepper(`p${place}-level`, `Stufe von ${person.name}`, person.level, null, level, "stepper--large"));
  return make("li", { class: person.level >= goal ? "person person--won" : "person" }, row,
    open.has(place) ? drawDetails(person, place) : null);
}

function line(person, goal) {
  const known = new Map(data.traits.map((one) => [one.slug, one.name]));
  const traits = person.traits.map((one) => known.get(one) ?? one);
  const told = [`Stärke ${strength(person)}`, ...traits];
  if (person.level >= goal) told.push("gewonnen!");
  else if (person.level === goal - 1) told.push(`1 Stufe bis zum Sieg`);
  return told.join(" · ");
}

function drawDetails(person, place) {
  const set = (key, value) => change((next) => { next.people[place][key] = value; });
  const name = make("input", { type: "text", maxlength: String(LONGEST_NAME), value: person.name, autocomplete: "off",
    on: { change: (event) => set("name", event.target.value.trim() || person.name) } });
  const gender = make("select", { on: { change: (event) => set("gender", event.target.value) } });
  for (const [key, text] of [["m", "männlich"], ["w", "weiblich"]]) {
    gender.append(make("option", { value: key, selected: person.gender === key }, text));
  }
  const traits = traitsOfTable().map((one) => tick(`p${place}-${one.slug}`, one.name, person.traits.includes(one.slug),
    (on) => set("traits", on ? [...person.traits, one.slug] : person.traits.filter((slug) => slug !== one.slug))));
  return make(
    "div", { class: "person__details" },
    make("div", { class: "fields" }, field(`p${place}-name`, "Name", name), field(`p${place}-gender`, "Geschlecht", gender)),
    make("div", { class: "pair" }, make("span", {}, "Ausrüstung"),
      stepper(`p${place}-gear`, `Ausrüstung von ${person.name}`, person.gear, signed(person.gear),
        (by) => set("gear", number(person.gear + by, -99, 99, 0)))),
    traits.length ? make("details", { class: "more" }, make("summary", {}, "Klasse, Rasse und anderes"),
      make("div", { class: "ticks" }, ...traits)) : null,
    table.state.people.length > 1 ? button(`p${place}-gone`, `${person.name} vom Tisch nehmen`, "Vom Tisch nehmen",
      () => removePerson(place), "button button--small button--quiet") : null,
  );
}

function removePerson(place) {
  open.clear();
  change((next) => { next.people.splice(place, 1); next.fight = null; }, "Person entfernt. Rückgängig holt sie zurück.");
}

function addPerson() {
  const free = data.names.find((one) => !table.state.people.some((person) => person.name === one));
  change((next) => { if (next.people.length < 12) next.people.push(freshPerson(free ?? "Jemand")); });
}

// The fight

function drawFight() {
  const { fight: now, people: sitting } = table.state;
  const box = document.getElementById("kampf");
  box.hidden = !now;
  if (!now) return;
  const set = (edit) => change((next) => edit(next.fight));
  const everybody = sitting.map((one, place) => [place, one.name]);
  const helpers = [[-1, "niemand"], ...everybody.filter(([place]) => place !== now.fighter)];
  const found = count(table.state, new Set(data.traits.filter((one) => one.ties).map((one) => one.slug)));
  box.replaceChildren(
    make("h2", {}, "Kampf"),
    make("p", { class: found.wins ? "score score--won" : "score", id: "stand" },
      make("span", {}, "Munchkins ", make("strong", {}, String(found.munchkins))),
      make("span", {}, make("strong", {}, String(found.monsters)), " Monster")),
    make("p", { class: "verdict", role: "status" }, verdict(found)),
    make("div", { class: "fields" },
      field("kampf-wer", "Es kämpft", choice(everybody, now.fighter, (place) => set((next) => {
        next.fighter = place;
        if (next.helper === place) next.helper = -1;
      }))),
      field("kampf-hilfe", "Es hilft", choice(helpers, now.helper, (place) => set((next) => { next.helper = place; })))),
    pair("Karten für die Munchkins", "kampf-bonus", now.bonus, (value) => set((next) => { next.bonus = value; })),
    ...now.monsters.map((monster, place) => drawMonster(monster, place, set, now.monsters.length)),
    make("p", { class: "button-row" },
      button("monster-dazu", "Noch ein Monster", "Noch ein Monster", () => set((next) => {
        if (next.monsters.length < 6) next.monsters.push({ name: "", level: 1, boost: 0 });
      }), "button button--small button--quiet"),
      button("kampf-aus", "Kampf beenden", "Kampf beenden", () => change((next) => { next.fight = null; }), "button button--small button--quiet")),
  );
}

function drawMonster(monster, place, set, many) {
  const name = make("input", { type: "text", maxlength: String(LONGEST_NAME), value: monster.name, autocomplete: "off",
    on: { change: (event) => set((next) => { next.monsters[place].name = event.target.value.trim(); }) } });
  const title = monster.name || `Monster ${place + 1}`;
  return make(
    "fieldset", { class: "group" }, make("legend", {}, title),
    field(`m${place}-name`, "Name (wenn Du magst)", name),
    pair(`Stufe`, `m${place}-level`, monster.level, (value) => set((next) => { next.monsters[place].level = Math.max(0, value); }), false, title),
    pair(`Verstärker`, `m${place}-boost`, monster.boost, (value) => set((next) => { next.monsters[place].boost = value; }), true, title),
    many > 1 ? button(`m${place}-weg`, `${title} entfernen`, "Entfernen", () => set((next) => next.monsters.splice(place, 1)), "button button--small button--quiet") : null,
  );
}

function pair(text, id, value, set, sign = true, whose = "") {
  const label = whose ? `${text} von ${whose}` : text;
  return make("div", { class: "pair" }, make("span", {}, text),
    make("div", { class: "pair__steps" },
      button(`${id}-5`, `${label} fünf weniger`, "−5", () => set(number(value - 5, -99, 99, 0)), "step step--wide"),
      stepper(id, label, value, sign ? signed(value) : value, (by) => set(number(value + by, -99, 99, 0))),
      button(`${id}+5`, `${label} fünf mehr`, "+5", () => set(number(value + 5, -99, 99, 0)), "step step--wide")));
}

// Boxes, dice, links

function drawBoxes() {
  document.getElementById("boxen").replaceChildren(...data.boxes.map((box) => tick(`box-${box.key}`, box.name,
    table.state.boxes.includes(box.key), (on) => change((next) => {
      next.boxes = on ? [...next.boxes, box.key] : next.boxes.filter((key) => key !== box.key);
      if (!next.boxes.length) next.boxes = [box.key];
      // What a table has chosen belongs to its boxes.
      next.house = {};
    }))));
  const own = Object.keys(table.state.house ?? {}).length;
  document.getElementById("hausregeln").hidden = !own;
  document.getElementById("hausregeln").textContent = own === 1 ? "So spielt Ihr: eine eigene Regel gilt." : `So spielt Ihr: ${own} eigene Regeln gelten.`;
}

function roll() {
  const face = 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % 6);
  change((next) => { next.rolls = [face, ...next.rolls].slice(0, 5); }, `Gewürfelt: ${face}`);
}

function drawBar() {
  const [last, ...earlier] = table.state.rolls;
  document.getElementById("wuerfel-zahl").textContent = last ?? "–";
  document.getElementById("wuerfe").textContent = earlier.length ? `davor ${earlier.join(", ")}` : "";
  document.getElementById("zurueck").disabled = !table.past.length;
  document.getElementById("kampf-an").hidden = Boolean(table.state.fight);
  const asked = `0.${packed(question(table.state))}`;
  document.getElementById("auswerten").href = `${data.what_if}?s=${asked}`;
  document.getElementById("auswerten").hidden = !table.state.fight;
  document.getElementById("bauen").href = `${data.build}?s=${asked}`;
  document.getElementById("fragen").href = `${data.what_if}?${new URLSearchParams(table.state.boxes.map((key) => ["sets", key]))}`;
  document.getElementById("tisch-link").value = `${location.origin}${location.pathname}#t=${packed(table.state)}`;
}

function drawNetwork() {
  document.getElementById("ohne-netz").hidden = navigator.onLine;
  for (const link of document.querySelectorAll("[data-needs-network]")) {
    link.classList.toggle("needs-network", !navigator.onLine);
    link.setAttribute("aria-disabled", String(!navigator.onLine));
  }
}

function draw() {
  const focused = document.activeElement?.id;
  const scrolled = window.scrollY;
  people().replaceChildren(...table.state.people.map(drawPerson));
  drawFight();
  drawBoxes();
  drawBar();
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  window.scrollTo(0, scrolled);
}

function startFight() {
  change((next) => { next.fight = freshFight(0); });
  document.getElementById("kampf").scrollIntoView({ block: "start" });
  document.getElementById("m0-level-more").focus({ preventScroll: true });
}

document.getElementById("person-dazu").addEventListener("click", addPerson);
document.getElementById("kampf-an").addEventListener("click", startFight);
document.getElementById("wuerfeln").addEventListener("click", roll);
document.getElementById("zurueck").addEventListener("click", () => { table.undo(); open.clear(); draw(); said.textContent = "Zurückgenommen."; });
document.getElementById("neu").addEventListener("click", () => { open.clear(); change((next) => Object.assign(next, freshTable(next.boxes)), "Neuer Tisch. Rückgängig holt den alten zurück."); });
document.addEventListener("click", (event) => {
  if (!navigator.onLine && event.target.closest("[data-needs-network]")) {
    event.preventDefault();
    said.textContent = "Dafür brauchst Du Netz. Zählen, Kampf und Würfel gehen auch so.";
  }
});
window.addEventListener("online", drawNetwork);
window.addEventListener("offline", drawNetwork);
for (const one of document.querySelectorAll("[data-with-script]")) one.hidden = false;
document.getElementById("ohne-skript").hidden = true;
draw();
drawNetwork();
root.dataset.ready = "ja";
if ("serviceWorker" in navigator) navigator.serviceWorker.register(data.worker, { scope: data.here });

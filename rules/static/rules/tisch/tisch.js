// „Tisch“: the companion of an evening. Everything stays in this browser, unless several phones share a table.

const root = document.getElementById("tisch");
const data = JSON.parse(document.getElementById("tisch-daten").textContent);
const [state, fight, { button, choice, field, make, stepper, tick }, end, { Together, rememberedToken }] = await Promise.all([
  import(root.dataset.state), import(root.dataset.fight), import(root.dataset.parts), import(root.dataset.end), import(root.dataset.shared),
]);
const { LONGEST_CARD, LONGEST_NAME, Table, asTable, freshFight, freshPerson, freshTable, kept, number, packed, unpacked } = state;
const { count, question, signed, strength, verdict } = fight;

const firstBoxes = ownBoxes();
const shared = location.hash.startsWith("#t=") ? asTable(unpacked(location.hash.slice(3)), firstBoxes) : null;
const before = kept(firstBoxes);
const table = new Table(before ?? shared ?? freshTable(firstBoxes));
// A table from a link can be taken back, should it have hidden an own one.
if (shared && before) table.change((next) => Object.assign(next, shared));
else if (shared) table.keep();
const joined = location.hash.startsWith("#g=") ? location.hash.slice(3) : "";
const goesOnElsewhere = location.hash === "#lage";
if (shared || joined || goesOnElsewhere) history.replaceState(null, "", location.pathname);
const open = new Set();

const people = () => document.getElementById("leute");
const said = document.getElementById("gesagt");

// The boxes that this browser remembers from the other pages.
function ownBoxes() {
  let found = [];
  try { found = JSON.parse(localStorage.getItem("boxen")) ?? []; } catch { /* then the first one */ }
  const known = data.boxes.map((box) => box.key);
  const own = Array.isArray(found) ? known.filter((key) => found.includes(key)) : [];
  return own.length ? own : known.slice(0, 1);
}

function change(edit, saying = "") {
  table.change(edit, saying);
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
      button("kampf-aus", "Kampf abbrechen", "Abbrechen", () => change((next) => { next.fight = null; }), "button button--small button--quiet")),
    drawEnd(now, sitting),
  );
}

// The end of a fight: a victory brings levels and treasures, who has lost runs.

function drawEnd(now, sitting) {
  if (now.rolls) return drawRun(now);
  const won = end.bounty(now, data.monsters);
  const name = sitting[now.fighter].name;
  const helper = sitting[now.helper]?.name;
  const win = () => change((next) => {
    next.people[now.fighter].level = number(sitting[now.fighter].level + won.levels, 1, 20, 1);
    next.fight = null;
  }, `${name} gewinnt gegen ${end.against(now)}${helper ? ` mit ${helper}` : ""}: ${end.told(won.levels, won.treasures)}`);
  const run = () => change((next) => { next.fight.rolls = end.runners(next, data.monsters).map(() => 0); });
  return make("div", { class: "fight__end" },
    button("gewonnen", `Gewonnen: ${end.told(won.levels, won.treasures)}`, `Gewonnen: ${end.told(won.levels, won.treasures)}`, win, "button"),
    button("weglaufen", "Weglaufen", "Weglaufen", run, "button button--quiet"),
    won.isKnown ? null : make("p", { class: "muted" }, "Für Monster ohne Karte zählt je 1 Stufe und 1 Schatz."));
}

function drawRun(now) {
  const needed = Math.max(...table.state.boxes.map((key) => data.escape[key] ?? 5));
  const people = end.runners(table.state, data.monsters);
  const lines = people.map((one, place) => {
    const rolled = now.rolls[place];
    const reached = rolled + one.adds;
    const roll = () => change((next) => { next.fight.rolls[place] = thrown(); }, `${one.name} läuft weg: gewürfelt`);
    const told = rolled ? `${rolled}${one.adds ? ` ${signed(one.adds)}` : ""}: ${reached >= needed ? "entkommen" : "erwischt, Schlimme Dinge"}` : `ab ${needed - one.adds}`;
    return make("li", { class: "pair" }, make("span", {}, `${one.name} vor ${one.from}: ${told}`),
      button(`lauf-${place}`, `${one.name} würfelt gegen ${one.from}`, rolled ? "Noch einmal" : "Würfeln", roll, "button button--small button--quiet"));
  });
  return make("div", { class: "fight__end" },
    make("p", { class: "small-title" }, "Weglaufen"),
    make("ul", { class: "plain" }, ...lines),
    make("p", { class: "muted" }, "Boni aufs Weglaufen zählt Ihr selbst dazu; Sonderregeln der Karten stehen unter „Kampf mit Belegen“."),
    button("kampf-vorbei", "Kampf vorbei", "Kampf vorbei", () => change((next) => { next.fight = null; },
      `Weggelaufen vor ${end.against(now)}: ${people.map((one, place) => `${one.name} ${now.rolls[place] + one.adds >= needed ? "entkommt" : "erwischt"}`).join(", ")}`), "button"));
}

function thrown() {
  return 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % 6);
}

function drawMonster(monster, place, set, many) {
  const name = make("input", { type: "text", maxlength: String(LONGEST_CARD), value: monster.name, autocomplete: "off", list: "monster-namen",
    on: { change: (event) => set((next) => named(next.monsters[place], event.target.value.trim())) } });
  const title = monster.name || `Monster ${place + 1}`;
  return make(
    "fieldset", { class: "group" }, make("legend", {}, title),
    field(`m${place}-name`, "Monster aus Euren Boxen, oder irgendein Name", name),
    pair(`Stufe`, `m${place}-level`, monster.level, (value) => set((next) => {
      // Who counts otherwise than the card does not mean the card.
      Object.assign(next.monsters[place], { level: Math.max(0, value), card: "" });
    }), false, title),
    pair(`Verstärker`, `m${place}-boost`, monster.boost, (value) => set((next) => { next.monsters[place].boost = value; }), true, title),
    many > 1 ? button(`m${place}-weg`, `${title} entfernen`, "Entfernen", () => set((next) => next.monsters.splice(place, 1)), "button button--small button--quiet") : null,
  );
}

// A name that a card of the boxes has brings its level, and with it what the card does.
function named(monster, name) {
  const plain = (text) => text.toLocaleLowerCase("de").replace(/[^\p{L}\p{N}]/gu, "");
  const own = data.monsters.filter((one) => table.state.boxes.includes(one.box));
  const known = own.find((one) => plain(one.name) === plain(name)) ?? data.monsters.find((one) => plain(one.name) === plain(name));
  Object.assign(monster, known ? { name: known.name, level: known.level, card: known.card } : { name, card: "" });
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
      try { localStorage.setItem("boxen", JSON.stringify(next.boxes)); } catch { /* then here alone */ }
    }))));
  const names = data.monsters.filter((one) => table.state.boxes.includes(one.box));
  document.getElementById("monster-namen").replaceChildren(...names.map((one) => make("option", { value: one.name }, `Stufe ${one.level}`)));
  const own = Object.keys(table.state.house ?? {}).length;
  document.getElementById("hausregeln").hidden = !own;
  document.getElementById("hausregeln").textContent = own === 1 ? "So spielt Ihr: eine eigene Regel gilt." : `So spielt Ihr: ${own} eigene Regeln gelten.`;
}

function roll() {
  const face = thrown();
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
  document.getElementById("zeilen").replaceChildren(...(table.state.log ?? []).map((one) => make("li", {},
    make("span", { class: "muted nums" }, new Date(one.at).toLocaleTimeString("de", { hour: "2-digit", minute: "2-digit" })), ` ${one.said}`)));
  document.getElementById("tisch-link").value = `${location.origin}${location.pathname}#t=${packed(table.state)}`;
}

// A browser may believe in a net that leads nowhere; what fails to come says more. While nothing comes, it asks again.
let reachable = true;
const online = () => navigator.onLine && reachable;

async function lookForNetwork() {
  try {
    await fetch(data.here, { method: "HEAD", cache: "no-store" });
    reachable = true;
  } catch {
    reachable = false;
    setTimeout(lookForNetwork, 3000);
  }
  drawNetwork();
}

function drawNetwork() {
  document.getElementById("ohne-netz").hidden = online();
  for (const link of document.querySelectorAll("[data-needs-network]")) {
    link.classList.toggle("needs-network", !online());
    link.setAttribute("aria-disabled", String(!online()));
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

// Several phones

const together = new Together(data.share, (given) => {
  const found = asTable(given, firstBoxes);
  if (!found) return;
  // What somebody is typing at this moment is not taken away under the fingers.
  table.take(found);
  draw();
  said.textContent = found.log[0]?.said ?? "";
}, drawTogether);
table.onKeep = (now) => together.send(now);

function drawTogether(problem = "") {
  const on = Boolean(together.token);
  document.getElementById("gemeinsam-an").hidden = on;
  document.getElementById("gemeinsam").hidden = !on;
  document.getElementById("gemeinsam-stand").textContent = problem || (on ? "Alle mit diesem Link sehen und ändern denselben Tisch." : "");
  if (!on) return;
  const link = document.getElementById("gemeinsam-link");
  const code = document.getElementById("gemeinsam-code");
  link.value = `${location.origin}${location.pathname}#g=${together.token}`;
  const drawn = `${data.share}${together.token}/qr.svg`;
  if (code.getAttribute("src") !== drawn && document.getElementById("teilen").open) code.src = drawn;
}

document.getElementById("gemeinsam-an").addEventListener("click", async () => {
  try {
    await together.begin(table.state);
    drawTogether();
  } catch (problem) {
    drawTogether(problem.message === "Failed to fetch" ? "Dafür brauchst Du einmal Netz." : problem.message);
  }
});
document.getElementById("gemeinsam-aus").addEventListener("click", () => { together.leave(); drawTogether(); });
document.getElementById("teilen").addEventListener("toggle", () => drawTogether());

document.getElementById("person-dazu").addEventListener("click", addPerson);
document.getElementById("kampf-an").addEventListener("click", startFight);
document.getElementById("wuerfeln").addEventListener("click", roll);
document.getElementById("zurueck").addEventListener("click", () => { table.undo(); open.clear(); draw(); said.textContent = "Zurückgenommen."; });
document.getElementById("neu").addEventListener("click", () => { open.clear(); change((next) => Object.assign(next, freshTable(next.boxes)), "Neuer Tisch. Rückgängig holt den alten zurück."); });
document.addEventListener("click", (event) => {
  if (!online() && event.target.closest("[data-needs-network]")) {
    event.preventDefault();
    said.textContent = "Dafür brauchst Du Netz. Zählen, Kampf und Würfel gehen auch so.";
  }
});
window.addEventListener("online", lookForNetwork);
window.addEventListener("offline", drawNetwork);
for (const one of document.querySelectorAll("[data-with-script]")) one.hidden = false;
document.getElementById("ohne-skript").hidden = true;
draw();
drawNetwork();
// Only who has the page from this device can have it without a net.
if (navigator.serviceWorker?.controller) lookForNetwork();
const follows = joined || rememberedToken();
if (follows) together.follow(follows).then(() => drawTogether());
root.dataset.ready = "ja";
// „Was wäre wenn an unserem Tisch“ comes by here, because the table is nowhere but in this browser.
if (goesOnElsewhere) location.replace(document.getElementById("bauen").href);
if ("serviceWorker" in navigator) navigator.serviceWorker.register(data.worker, { scope: data.here });

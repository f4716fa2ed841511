// The table of an evening: plain data, its history, its links. Nothing here touches the page.

const KEY = "tisch-1";
const MOST_STEPS = 60;
const MOST_PEOPLE = 12;
const MOST_LINES = 40;
export const LONGEST_NAME = 24;
export const LONGEST_CARD = 60;

export function freshTable(boxes) {
  return { boxes, people: [freshPerson("Du"), freshPerson("Anna")], fight: null, rolls: [], log: [] };
}

export function freshPerson(name) {
  return { name, level: 1, gender: "m", gear: 0, traits: [] };
}

export function freshFight(fighter) {
  return { fighter, helper: -1, monsters: [{ name: "", level: 1, boost: 0 }], bonus: 0 };
}

// Whatever comes from storage or a link becomes a table, or nothing.
export function asTable(found, boxes) {
  if (typeof found !== "object" || found === null || !Array.isArray(found.people)) return null;
  const people = found.people.filter((one) => one && typeof one === "object").slice(0, MOST_PEOPLE).map(asPerson);
  if (!people.length) return null;
  const known = Array.isArray(found.boxes) ? found.boxes.filter((key) => typeof key === "string").slice(0, 9) : [];
  const rolls = Array.isArray(found.rolls) ? found.rolls.map((one) => number(one, 1, 6, 1)).slice(0, 5) : [];
  const own = { rulebook: short(found.rulebook), house: asHouse(found.house) };
  return { boxes: known.length ? known : boxes, people, fight: asFight(found.fight, people.length), rolls, log: asLog(found.log), ...own };
}

// What happened, the newest first: a sentence and when.
function asLog(found) {
  const rows = Array.isArray(found) ? found.filter((one) => one && typeof one === "object") : [];
  return rows.slice(0, MOST_LINES).map((one) => ({ said: String(one.said ?? "").slice(0, 160), at: number(one.at, 0, 1e14, 0) }));
}

// What the table has chosen for itself: by question the box or the letter of a reading.
function asHouse(found) {
  if (typeof found !== "object" || found === null) return {};
  return Object.fromEntries(Object.entries(found).filter(([, answer]) => short(answer)).slice(0, 100));
}

function short(value) {
  return typeof value === "string" ? value.slice(0, 60) : "";
}

function asPerson(found) {
  const traits = Array.isArray(found.traits) ? found.traits.filter((one) => typeof one === "string").slice(0, 8) : [];
  return {
    name: text(found.name) || "Jemand",
    level: number(found.level, 1, 20, 1),
    gender: found.gender === "w" ? "w" : "m",
    gear: number(found.gear, -99, 99, 0),
    traits,
  };
}

function asFight(found, many) {
  if (typeof found !== "object" || found === null) return null;
  const monsters = Array.isArray(found.monsters) ? found.monsters.filter((one) => one && typeof one === "object") : [];
  return {
    fighter: number(found.fighter, 0, many - 1, 0),
    helper: number(found.helper, -1, many - 1, -1),
    monsters: monsters.slice(0, 6).map((one) => ({
      name: text(one.name, LONGEST_CARD), level: number(one.level, 0, 99, 1), boost: number(one.boost, -99, 99, 0),
      card: typeof one.card === "string" && /^[\w-]+\/[\w-]+$/.test(one.card) ? one.card : "",
    })),
    bonus: number(found.bonus, -99, 99, 0),
    rolls: Array.isArray(found.rolls) ? found.rolls.slice(0, 12).map((one) => number(one, 0, 6, 0)) : null,
  };
}

function text(value, longest = LONGEST_NAME) {
  return typeof value === "string" ? value.trim().slice(0, longest) : "";
}

export function number(value, least, most, otherwise) {
  const found = Number(value);
  return Number.isFinite(found) ? Math.min(most, Math.max(least, Math.trunc(found))) : otherwise;
}

// What happened can be taken back, step by step.
export class Table {
  constructor(state) {
    this.state = state;
    this.past = [];
    // Called with every state that this phone made.
    this.onKeep = () => {};
  }

  change(edit, said = "") {
    const before = JSON.stringify(this.state);
    const next = JSON.parse(before);
    edit(next);
    if (JSON.stringify(next) === before) return;
    if (said) next.log = written(next.log ?? [], said);
    this.past = [...this.past, before].slice(-MOST_STEPS);
    this.state = next;
    this.keep();
  }

  // Another phone was the last to write; what stood here before can be taken back.
  take(state) {
    const before = JSON.stringify(this.state);
    if (JSON.stringify(state) === before) return;
    this.past = [...this.past, before].slice(-MOST_STEPS);
    this.state = state;
    this.store();
  }

  undo() {
    if (!this.past.length) return;
    this.state = JSON.parse(this.past.pop());
    this.keep();
  }

  keep() {
    this.store();
    this.onKeep(this.state);
  }

  store() {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.state));
    } catch {
      // A browser that keeps nothing still counts until the page is closed.
    }
  }
}

// What goes on about the same thing within half a minute is one line: „Anna: Stufe 4“, not four of them.
function written(log, said) {
  const about = said.split(": ")[0];
  const goesOn = log.length && Date.now() - log[0].at < 30_000 && log[0].said.split(": ")[0] === about;
  return [{ said, at: Date.now() }, ...(goesOn ? log.slice(1) : log)].slice(0, MOST_LINES);
}

export function kept(boxes) {
  try {
    return asTable(JSON.parse(localStorage.getItem(KEY)), boxes);
  } catch {
    return null;
  }
}

export function packed(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const raw = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(raw).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function unpacked(link) {
  try {
    const raw = atob(link.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(raw, (letter) => letter.charCodeAt(0))));
  } catch {
    return null;
  }
}

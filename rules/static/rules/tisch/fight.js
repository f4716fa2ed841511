// Counting a fight, and the same fight as a question for the what-if page.

export function strength(person) {
  return person.level + person.gear;
}

export function count(state, winsTies) {
  const { fight, people } = state;
  const fighting = [people[fight.fighter], people[fight.helper]].filter(Boolean);
  const munchkins = fighting.reduce((sum, one) => sum + strength(one), 0) + fight.bonus;
  const monsters = fight.monsters.reduce((sum, one) => sum + one.level + one.boost, 0);
  const ties = fighting.some((one) => one.traits.some((trait) => winsTies.has(trait)));
  const wins = munchkins > monsters || (ties && munchkins === monsters);
  return { munchkins, monsters, wins, ties, short: monsters - munchkins + (ties ? 0 : 1) };
}

export function verdict(found) {
  if (found.wins && found.munchkins === found.monsters) return "Gleichstand, und der zählt für die Munchkins.";
  if (found.wins) return `Die Munchkins gewinnen mit ${found.munchkins - found.monsters} Vorsprung.`;
  if (found.munchkins === found.monsters) return "Gleichstand: Den gewinnen die Monster.";
  return `Die Monster gewinnen. Es fehlen ${found.short}.`;
}

// The scenario of the contract; gear becomes one card, monsters are cards typed by hand.
export function question(state) {
  const { people, fight, boxes } = state;
  const ids = names(people);
  const players = people.map((one, place) => ({
    id: ids[place],
    level: one.level,
    gender: one.gender,
    in_play: [...one.traits, ...(one.gear ? [gearCard(one)] : [])],
  }));
  const active = ids[fight ? fight.fighter : 0];
  const found = { players, turn: { player: active, phase: fight ? "door" : "start" } };
  if (fight) found.combat = combat(fight, ids);
  const asked = { game: "munchkin", sets: boxes, state: found, do: [] };
  if (boxes.includes(state.rulebook)) asked.rulebook = state.rulebook;
  if (Object.keys(state.house ?? {}).length) asked.house = state.house;
  return asked;
}

function combat(fight, ids) {
  const monsters = fight.monsters.map((one, place) => ({
    card: one.card || { name: one.name || `Monster ${place + 1}`, kind: "monster", level: one.level },
    boosts: one.boost ? [{ name: `Verstärker ${signed(one.boost)}`, kind: "monster-boost", strength: one.boost }] : [],
  }));
  const card = { name: `Karten ${signed(fight.bonus)}`, kind: "one-shot", bonus: fight.bonus };
  const played = fight.bonus ? [{ card, player: ids[fight.fighter], side: "munchkins" }] : [];
  return { fighter: ids[fight.fighter], helper: ids[fight.helper] ?? null, monsters, played };
}

function gearCard(person) {
  return { name: `Ausrüstung von ${person.name}`, kind: "item", bonus: person.gear };
}

// Two people of one name need two ids.
function names(people) {
  const taken = new Set();
  return people.map((one) => {
    let name = one.name;
    for (let number = 2; taken.has(name); number += 1) name = `${one.name} ${number}`;
    taken.add(name);
    return name;
  });
}

export function signed(value) {
  return value < 0 ? `−${-value}` : `+${value}`;
}

// How a fight ends: what a victory brings, and whether somebody gets away.

export function bounty(fight, monsters) {
  const known = new Map(monsters.map((one) => [one.card, one]));
  const cards = fight.monsters.map((one) => known.get(one.card) ?? { levels: 1, treasures: 1 });
  return {
    levels: cards.reduce((sum, one) => sum + one.levels, 0),
    treasures: cards.reduce((sum, one) => sum + one.treasures, 0),
    // Of monsters that were typed by hand nobody knows what they bring.
    isKnown: fight.monsters.every((one) => known.has(one.card)),
  };
}

export function against(fight) {
  return fight.monsters.map((one, place) => one.name || `Monster ${place + 1}`).join(" und ");
}

export function told(levels, treasures) {
  return `+${levels} ${levels === 1 ? "Stufe" : "Stufen"}, ${treasures} ${treasures === 1 ? "Schatz" : "Schätze"}`;
}

// Who has to run, from what, and what the card adds to the die.
export function runners(state, monsters) {
  const known = new Map(monsters.map((one) => [one.card, one]));
  const people = [state.fight.fighter, state.fight.helper].filter((place) => place >= 0);
  return people.flatMap((place) => state.fight.monsters.map((one, number) => ({
    place, name: state.people[place].name, from: one.name || `Monster ${number + 1}`, adds: known.get(one.card)?.run ?? 0,
  })));
}

// Works a fight out and prints who wins, and why.
import { orEnd, site } from "./site.js";

const answer = orEnd(
  await site.POST("/api/v1/resolve", {
    body: {
      game: "munchkin",
      sets: ["axe-cop"],
      state: {
        players: [{ id: "anna", level: 5, in_play: ["krieger"] }, { id: "ben", level: 3 }],
        turn: { player: "anna", phase: "door" },
        combat: {
          fighter: "anna",
          monsters: [{ card: { name: "Höllenhund", kind: "monster", level: 5, treasures: 2 } }],
        },
      },
      do: [{ action: "finish_combat", player: "anna" }],
    },
  }),
);
console.log(answer.summary);
for (const step of answer.outcomes[0]?.steps ?? []) console.log(`- ${step.text} [${step.cites.join(", ")}]`);

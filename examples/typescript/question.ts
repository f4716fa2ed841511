// Asks a question in German and prints the answer with what it rests on; a second question goes on from it.
import { orEnd, site } from "./site.js";

const sets = ["axe-cop"];
const first = orEnd(await site.POST("/api/v1/ask", { body: { q: "Darf ich im Kampf meine Rüstung verkaufen?", sets } }));
console.log(`${first.verdict}: ${first.answer}`);
console.log(first.cites.join(", "));
const second = orEnd(await site.POST("/api/v1/ask", { body: { q: "Warum?", sets, context: first.context } }));
console.log(`${second.verdict}: ${second.answer}`);

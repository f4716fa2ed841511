// Prints every monster from level 10 on, page after page.
import { orEnd, site } from "./site.js";

for (let cursor: string | undefined; ; ) {
  const query = { q: "typ:monster stufe>=10", limit: 20, ...(cursor === undefined ? {} : { cursor }) };
  const page = orEnd(await site.GET("/api/v1/cards", { params: { query } }));
  for (const card of page.data) console.log(`${String(card.level).padStart(3)}  ${card.name} (${card.set_name})`);
  if (page.next === null) break;
  cursor = new URL(page.next).searchParams.get("cursor") ?? undefined;
}

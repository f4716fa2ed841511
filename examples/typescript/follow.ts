// Follows the changes: prints what came since the version that a file remembers, and remembers the new one.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { argument, orEnd, site } from "./site.js";

const remembered = argument(2);
const query = { limit: 200, ...(existsSync(remembered) ? { since: readFileSync(remembered, "utf8").trim() } : {}) };
const page = orEnd(await site.GET("/api/v1/changes", { params: { query } }));
console.log(`${page.count} Änderungen bis Stand ${page.stand}`);
for (const change of page.data.slice(0, 5)) console.log(`- ${change.change_label}: ${change.title} (${change.key})`);
writeFileSync(remembered, page.stand);

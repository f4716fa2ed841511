// Downloads everything as one file and checks that it came whole.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { argument, orEnd, site } from "./site.js";

const files = orEnd(await site.GET("/api/v1/bulk"));
const entry = files.data.find((file) => file.form === "jsonl");
if (entry === undefined) throw new Error("Es gibt keine Datei.");
const options = { params: { path: { name: entry.id } }, parseAs: "arrayBuffer" } as const;
const content = Buffer.from(orEnd(await site.GET("/api/v1/bulk/{name}", options)));
const digest = createHash("sha256").update(content).digest("hex");
if (content.length !== entry.size || digest !== entry.sha256) throw new Error(`${entry.id} ist nicht ganz angekommen.`);
writeFileSync(join(argument(2), entry.id), content);
console.log(`${entry.id}: ${entry.size} Bytes, Prüfsumme stimmt.`);

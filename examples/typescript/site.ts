// The typed client of a site, and what to do when it answers with a problem.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

export type Problem = components["schemas"]["Problem"];

/** Return the argument after the program's name. */
export function argument(number: number): string {
  const found = process.argv[1 + number];
  if (found === undefined) throw new Error(`Es fehlt Angabe ${number}.`);
  return found;
}

export const site = createClient<paths>({ baseUrl: argument(1) });

/** Return the data of an answer, or end with the sentence of its problem. */
export function orEnd<T>(answer: { data?: T | undefined; error?: Problem | undefined }): T {
  if (answer.data === undefined) throw new Error(answer.error?.detail ?? "Keine Antwort.");
  return answer.data;
}

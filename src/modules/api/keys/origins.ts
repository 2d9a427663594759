import { and, gt, isNull, or, sql } from "drizzle-orm";
import type { Runtime } from "#src/platform/runtime.ts";
import { done, invalid, type Outcome } from "#src/shared/outcome.ts";
import { keys } from "../tables.ts";

const mostOrigins = 20;

/** An address of a site as browsers send it in `Origin`; null for what can be none. */
function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const known = url.protocol === "https:" || (url.protocol === "http:" && url.hostname === "localhost");
  return known && /^[a-z0-9.-]+$/.test(url.hostname) && url.origin === text.toLowerCase().replace(/\/$/, "")
    ? url.origin
    : null;
}

/** The sites that somebody wrote down, one a line. Names the lines that are none. */
export function readOrigins(text: string, path = "origins"): Outcome<string[]> {
  const lines = text.split(/\s+/).filter((line) => line !== "");
  const wrong = lines.filter((line) => originOf(line) === null);
  if (wrong.length > 0)
    return invalid([
      { path, message: `Write each site as https://www.example.com, without a path. Wrong: ${wrong[0]?.slice(0, 80)}` },
    ]);
  const sites = [...new Set(lines.flatMap((line) => originOf(line) ?? []))];
  return sites.length > mostOrigins ? invalid([{ path, message: `Write at most ${mostOrigins} sites.` }]) : done(sites);
}

/** The sites that keys that work name: their pages may ask for quotes, without a key and without cookies. */
export async function listedOrigins({ db, clock }: Runtime): Promise<ReadonlySet<string>> {
  const works = and(isNull(keys.revokedAt), or(isNull(keys.expiresAt), gt(keys.expiresAt, clock())));
  const found = await db
    .select({ origins: keys.origins })
    .from(keys)
    .where(and(works, sql`${keys.origins} <> '[]'::jsonb`));
  return new Set(found.flatMap(({ origins }) => origins));
}

import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isLegal } from "../pages/pages.ts";
import { siteSetting } from "../settings.ts";
import { legalVersions } from "../tables.ts";
import { legalText } from "./legal-texts.ts";

/** A version of a text that people accept, as it was read. Everybody may read it. */
export const keptLegalText = query("operator.kept-legal-text", {
  input: z.strictObject({ name: z.string().max(40), version: z.string().max(40) }),
  run: async ({ db, ctx: { runtime } }, { name, version }) => {
    if (!isLegal(name)) return notFound();
    const now = await legalText(runtime, name);
    const { timeZone } = await runtime.settings.get(siteSetting);
    const [row] = await db
      .select()
      .from(legalVersions)
      .where(and(eq(legalVersions.name, name), eq(legalVersions.version, version)));
    if (!row) return notFound();
    return done({ page: row.page, since: row.createdAt, zone: timeZone, current: now.version === version });
  },
});

import { eq } from "drizzle-orm";
import { z } from "zod";
import { type Answer, query } from "#src/platform/query.ts";
import { done } from "#src/shared/outcome.ts";
import { formDrafts } from "../storage/draft-tables.ts";

export type OrderDraft = NonNullable<Answer<typeof orderDraft>>;

/** The order form that the viewer's account keeps; null when there is none, and for guests. */
export const orderDraft = query("orders.draft", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (viewer.kind !== "person") return done(null);
    const [row] = await db.select().from(formDrafts).where(eq(formDrafts.owner, viewer.id));
    if (!row) return done(null);
    const { path, fields, formKey, revision, savedAt, sessionId } = row;
    // `own`: it was written in this very session.
    return done({ path, fields, formKey, revision, savedAt, own: sessionId === viewer.sessionId });
  },
});

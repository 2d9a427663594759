import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { people } from "../../tables.ts";

const input = z.object({
  off: z.array(z.string().regex(/^[a-z][a-z-]*\.[a-z-]{1,40}$/, "This kind of notice is unknown.")).max(60),
});

/** Keeps which kinds of notices a person does not want. Which kinds exist and may be off is the notices' own rule. */
export const changeNotices = command<z.infer<typeof input>, null>("accounts.change-notices", {
  input,
  run: async (work, { off }) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to choose your notices.");
    const kinds = [...new Set(off)].sort();
    await work.tx.update(people).set({ noticesOff: kinds, updatedAt: work.now }).where(eq(people.id, work.viewer.id));
    work.audit({ action: "account.notices-chosen", subject: work.viewer.id, detail: { off: kinds } });
    return done(null);
  },
});

import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { isZone } from "#src/shared/zone.ts";
import { nameField } from "../../fields.ts";
import { people } from "../../tables.ts";

const form = z.strictObject({
  name: nameField,
  timeZone: z.union(
    [z.literal("").transform(() => null), z.string().refine(isZone, "Choose a time zone from the list.")],
    "Choose a time zone from the list.",
  ),
});

/** Changes the own name and time zone; an empty zone means "not set". */
export const changeProfile = command<z.infer<typeof form>, null>("accounts.change-profile", {
  input: form,
  run: async (work, changes) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to change your account.");
    await work.tx
      .update(people)
      .set({ ...changes, updatedAt: work.now })
      .where(eq(people.id, work.viewer.id));
    work.audit({
      action: "account.profile-changed",
      subject: work.viewer.id,
      detail: { fields: Object.keys(changes) },
    });
    work.emit({ name: "account.profile-changed", subject: work.viewer.id, payload: {} });
    return done(null);
  },
});

import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { isZone } from "#src/shared/zone.ts";
import { nameField } from "../../fields.ts";
import { themeCookie, themes } from "../../sessions/cookies.ts";
import { people } from "../../tables.ts";

const profile = z.strictObject({
  name: nameField,
  timeZone: z.union(
    [z.literal("").transform(() => null), z.string().refine(isZone, "Choose a time zone from the list.")],
    "Choose a time zone from the list.",
  ),
});

/** Changes the own name and time zone; an empty zone means "not set". */
export const changeProfile = command<z.infer<typeof profile>, null>("accounts.change-profile", {
  input: profile,
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

const notices = z.object({
  off: z.array(z.string().regex(/^[a-z][a-z-]*\.[a-z-]{1,40}$/, "This kind of notice is unknown.")).max(60),
});

/** Keeps which kinds of notices a person does not want. Which kinds exist and may be off is the notices' own rule. */
export const changeNotices = command<z.infer<typeof notices>, null>("accounts.change-notices", {
  input: notices,
  run: async (work, { off }) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to choose your notices.");
    const kinds = [...new Set(off)].sort();
    await work.tx.update(people).set({ noticesOff: kinds, updatedAt: work.now }).where(eq(people.id, work.viewer.id));
    work.audit({ action: "account.notices-chosen", subject: work.viewer.id, detail: { off: kinds } });
    return done(null);
  },
});

const themeForm = z.object({ theme: z.enum(themes, "Choose light, dark or as the device.") });

/** Keeps the theme of all pages in the profile; `cookie` shows it in this browser. */
export const changeTheme = command<z.infer<typeof themeForm>, { cookie: string }>("accounts.change-theme", {
  input: themeForm,
  run: async (work, { theme }) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to keep this in your account.");
    await work.tx
      .update(people)
      .set({ theme: theme === "system" ? null : theme, updatedAt: work.now })
      .where(eq(people.id, work.viewer.id));
    return done({ cookie: themeCookie(theme, work.ctx.runtime.config) });
  },
});

import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { people } from "../../tables.ts";
import { themeCookie, themes } from "../../theme.ts";

const input = z.object({ theme: z.enum(themes, "Choose light, dark or as the device.") });

/** Keeps the theme of all pages in the profile; `cookie` shows it in this browser. */
export const changeTheme = command<z.infer<typeof input>, { cookie: string }>("accounts.change-theme", {
  input,
  run: async (work, { theme }) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to keep this in your account.");
    await work.tx
      .update(people)
      .set({ theme: theme === "system" ? null : theme, updatedAt: work.now })
      .where(eq(people.id, work.viewer.id));
    return done({ cookie: themeCookie(theme, work.ctx.runtime.config) });
  },
});

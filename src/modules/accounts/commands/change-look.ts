import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { looks, themeCookie } from "../look.ts";
import { people } from "../tables.ts";

const input = z.object({ look: z.enum(looks, "Choose light, dark or as the device.") });

/** Keeps the look of all pages in the profile; `cookie` shows it in this browser. */
export const changeLook = command<z.infer<typeof input>, { cookie: string }>("accounts.change-look", {
  input,
  run: async (work, { look }) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to keep this in your account.");
    await work.tx
      .update(people)
      .set({ look: look === "system" ? null : look, updatedAt: work.now })
      .where(eq(people.id, work.viewer.id));
    return done({ cookie: themeCookie(look, work.ctx.runtime.config) });
  },
});

import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { query } from "#src/platform/query.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { lockPersonForAdmin, reasonField } from "../../admin/admin-side.ts";
import { loadPerson } from "../../own-account/people-store.ts";
import { consumeToken, readToken } from "../../sign-in/verification-tokens.ts";
import { keepToken, startRemoval, stopRemoval } from "../factor-removal.ts";
import { factorsOf } from "../queries/factors-of.ts";

const byAdmin = z.strictObject({ personId: z.uuid(), reason: reasonField });
type ByAdmin = z.infer<typeof byAdmin>;
const byLink = z.object({ token: z.string().max(200) });
type ByLink = z.infer<typeof byLink>;

const none = () => refuse("conflict", "There is no removal to stop. The page shows the present state.");
const over = () =>
  refuse("expired", "This link was used already, or the three days are over. Your account settings show its state.");

/**
 * An admin starts the removal of a lost second factor: it waits 72 hours, and its owner is notified at once.
 * Refusals: those of `lockPersonForAdmin`, conflict when there is no factor or one removal waits already.
 */
export const startFactorRemoval = command<ByAdmin, null>("accounts.start-factor-removal", {
  input: byAdmin,
  run: async (work, { personId, reason }) => {
    const found = await lockPersonForAdmin(work, personId);
    if (!found.ok) return found;
    const { person } = found.value;
    if (person.factorRemovalAskedAt)
      return refuse("conflict", "Somebody else was first. A removal is planned already.");
    const { any, backupCodes } = await factorsOf(work.tx, personId);
    if (!any && backupCodes === 0) return refuse("conflict", "This account has no second factor. Nothing was changed.");
    await startRemoval(work, person, reason);
    return done(null);
  },
});

/** An admin stops a removal that waits. Refusals: those of `lockPersonForAdmin`, conflict when none waits. */
export const stopFactorRemoval = command<ByAdmin, null>("accounts.stop-factor-removal", {
  input: byAdmin,
  run: async (work, { personId, reason }) => {
    const found = await lockPersonForAdmin(work, personId);
    if (!found.ok) return found;
    return (await stopRemoval(work, personId, { reason })) ? done(null) : none();
  },
});

/** The owner stops the removal, signed in. Refusals: signed-out, conflict when none waits. */
export const keepMyFactors = command<Record<string, never>, null>("accounts.keep-my-factors", {
  input: z.strictObject({}),
  run: async (work) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to change your account.");
    return (await stopRemoval(work, work.viewer.id, { by: "owner" })) ? done(null) : none();
  },
});

/** The owner stops the removal by the link of the mail, once, signed in or not. Refuses expired. */
export const keepFactorsByLink = command<ByLink, null>("accounts.keep-factors-by-link", {
  input: byLink,
  run: async (work, { token }) => {
    const found = await readToken(work.tx, keepToken, token, work.now);
    if (!found) return over();
    await loadPerson(work, found.personId);
    const link = await consumeToken(work.tx, keepToken, token, work.now);
    if (!link) return over();
    return (await stopRemoval(work, link.personId, { by: "link" })) ? done(null) : over();
  },
});

/** Whether a link of the mail still stops something; the link stays unused. */
export const readKeepLink = query<ByLink, null>("accounts.read-keep-link", {
  input: byLink,
  run: async ({ db, now }, { token }) => ((await readToken(db, keepToken, token, now)) ? done(null) : over()),
});

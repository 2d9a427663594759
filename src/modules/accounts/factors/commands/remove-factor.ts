import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { parseInput } from "#src/platform/input.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { appRemovedMail, passkeyRemovedMail } from "../../mails/factors.ts";
import { loadPerson } from "../../own-account/people-store.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { passkeys, totps } from "../../tables.ts";
import { mayLoseFactor, type Removal, settleAfterRemoval } from "../last-factor.ts";

const removal = z.discriminatedUnion("factor", [
  z.object({ factor: z.literal("app") }),
  z.object({ factor: z.literal("passkey"), id: z.uuid() }),
]);
const form = z.intersection(removal, z.object({ password: z.string().max(1000).optional() }));

const signedOut = (): Refusal => refuse("signed-out", "Sign in to change your second factor.");

/**
 * Removes the authenticator app or one passkey of the person of this request; other sessions end, the owner gets a
 * mail. Needs a fresh sign-in. The last factor: refused for roles that need one; else `password` must be typed.
 */
export async function removeFactor(ctx: Ctx, raw: unknown): Promise<Outcome<null>> {
  const parsed = parseInput<z.infer<typeof form>>(form, raw);
  if (!parsed.ok) return notFound();
  const { viewer } = ctx;
  if (viewer.kind !== "person") return signedOut();
  const stale = mustBeFresh({ viewer, now: ctx.runtime.clock() });
  if (stale) return stale;
  const { password, ...wanted } = parsed.value;
  const may = await mayLoseFactor(ctx, viewer, wanted, password);
  return may.ok ? remove(ctx, { ...wanted, mayLoseLast: may.value }) : may;
}

const checked = z.intersection(removal, z.object({ mayLoseLast: z.boolean() }));

const remove = command<z.infer<typeof checked>, null>("accounts.remove-factor", {
  input: checked,
  run: async (work, { mayLoseLast, ...wanted }) => {
    const { viewer } = work;
    if (viewer.kind !== "person") return signedOut();
    const { id, email } = await loadPerson(work, viewer.id);
    const mail = wanted.factor === "app" ? await dropApp(work, id, email) : await dropPasskey(work, id, email, wanted);
    if (!mail) return notFound();
    const refused = await settleAfterRemoval(work, id, mayLoseLast);
    if (refused) return refused;
    await endSessions(work, id, viewer.sessionId);
    await queueMail(work.tx, mail, work.now);
    work.audit({ action: "account.factor-removed", subject: id, detail: { factor: wanted.factor } });
    return done(null);
  },
});

async function dropApp({ tx }: Work, personId: string, email: string) {
  const gone = await tx.delete(totps).where(eq(totps.personId, personId)).returning({ id: totps.personId });
  return gone.length > 0 ? appRemovedMail(email) : null;
}

async function dropPasskey(
  { tx }: Work,
  personId: string,
  email: string,
  { id }: Extract<Removal, { factor: "passkey" }>,
) {
  const [gone] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.personId, personId), eq(passkeys.id, id)))
    .returning({ name: passkeys.name });
  return gone ? passkeyRemovedMail(email, gone.name) : null;
}

import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { parseInput } from "#src/platform/input.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { canSeePeople } from "../../domain/policy.ts";
import { resetStartedMail } from "../../mails/admin.ts";
import { closedForReset, spendMail } from "../../mails/mail-methods.ts";
import { issueReset } from "../../sign-in/reset-link.ts";
import { people } from "../../tables.ts";
import { lockPersonForAdmin, reasonField } from "../admin-side.ts";

const input = z.strictObject({ personId: z.uuid(), reason: reasonField });
type Input = z.infer<typeof input>;

/**
 * Mails somebody a link to choose a new password; admins never set one. Refusals: those of
 * `lockPersonForAdmin`, too-many (three mails an hour and mailbox), conflict for blocked accounts, unavailable without mail.
 */
export async function startResetFor(ctx: Ctx, raw: unknown): Promise<Outcome<null>> {
  const { runtime, viewer } = ctx;
  if (!canSeePeople(viewer)) return notFound();
  const closed = mustBeFresh({ viewer, now: runtime.clock() }) ?? closedForReset(runtime);
  if (closed) return closed;
  const parsed = parseInput<Input>(input, raw);
  if (!parsed.ok) return parsed;
  const [person] = await runtime.db
    .select({ email: people.email })
    .from(people)
    .where(eq(people.id, parsed.value.personId));
  if (!person) return notFound();
  return (await spendMail(ctx, person.email)) ?? send(ctx, parsed.value);
}

const send = command<Input, null>("accounts.start-reset-for", {
  input,
  run: async (work, { personId, reason }) => {
    const found = await lockPersonForAdmin(work, personId);
    if (!found.ok) return found;
    const { person } = found.value;
    if (person.blockedAt) return refuse("conflict", "This account is blocked. Open it first, then send the link.");
    const token = await issueReset(work.tx, personId, work.now);
    await queueMail(work.tx, resetStartedMail(person.email, token), work.now);
    work.audit({ action: "account.reset-started", subject: personId, detail: { reason } });
    return done(null);
  },
});

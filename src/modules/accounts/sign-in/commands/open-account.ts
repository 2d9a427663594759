import { eq } from "drizzle-orm";
import { z } from "zod";
import type { ShownVersions } from "#src/modules/operator/index.ts";
import { command } from "#src/platform/command.ts";
import { parseInput } from "#src/platform/input.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, type FieldError, invalid, type Outcome, refuse } from "#src/shared/outcome.ts";
import { registrationFields, shownFields, textsChanged } from "../../fields.ts";
import { lockEmail, makePerson } from "../../own-account/people-store.ts";
import { authPort } from "../../ports.ts";
import { addFreeIdentity } from "../../providers/linked-providers.ts";
import { openSession, type SignedIn } from "../../sessions/sessions.ts";
import { people } from "../../tables.ts";
import { readStart } from "../queries/read-links.ts";
import { refusedPassword } from "../refused-password.ts";
import { consumeToken, dropTokens, pendingToken, startNewToken } from "../verification-tokens.ts";

const { name, timeZone } = registrationFields;
const form = z.object({
  token: z.string().max(200),
  name,
  timeZone,
  terms: z.literal(["on", true], "Accept the terms to continue."),
  ...shownFields,
  /** Left out: letters, passkeys and providers open the account. */
  password: z.string().optional(),
});
type Form = z.infer<typeof form>;

type Opened = { signedIn: SignedIn; next: string | undefined };

/**
 * Makes the account of an address that a letter proved: role 1, with a password where one was chosen.
 * Refuses: invalid, expired, conflict when the address got an account meanwhile, or when the form had shown other texts
 * than those of `versionsNow`.
 */
export async function openAccount(ctx: Ctx, raw: unknown, versionsNow: ShownVersions): Promise<Outcome<Opened>> {
  const parsed = parseInput<Form>(form, raw);
  const wrong = [...(parsed.ok ? [] : (parsed.fields ?? [])), ...(await passwordErrors(ctx, raw))];
  if (!parsed.ok || wrong.length > 0) return invalid(wrong);
  const { password, terms: _, ...fields } = parsed.value;
  const changed = textsChanged(fields, versionsNow);
  if (changed) return changed;
  if (password === undefined) return open(ctx, { ...fields, hash: null });
  const hash = await ctx.runtime.port(authPort).hashing.hash(password);
  return hash.ok ? open(ctx, { ...fields, hash: hash.value }) : hash;
}

const typed = z.object({ token: z.string().max(200), name: z.string().catch(""), password: z.string() });

/** A chosen password is judged with the address that the letter proved; none is chosen without one. */
async function passwordErrors(ctx: Ctx, raw: unknown): Promise<FieldError[]> {
  const given = typed.safeParse(raw);
  if (!given.success) return [];
  const { token, name: own, password } = given.data;
  const stage = await readStart(ctx, token);
  if (stage?.stage !== "new") return [];
  const message = await refusedPassword(ctx.runtime, password, { name: own, email: stage.email });
  return message ? [{ path: "password", message }] : [];
}

const hashed = z.object({ token: z.string(), name, timeZone, hash: z.string().nullable(), ...shownFields });

const open = command<z.infer<typeof hashed>, Opened>("accounts.open-account", {
  input: hashed,
  run: async (work, { token, ...fields }) => {
    const proven = await consumeToken(work.tx, startNewToken, token, work.now);
    if (!proven) return refuse("expired", "This took longer than half an hour. Write your e-mail again.");
    const { email, next, vouched } = proven;
    await lockEmail(work.tx, email);
    const taken = await work.tx.select({ id: people.id }).from(people).where(eq(people.email, email));
    if (taken.length > 0) return refuse("conflict", "This e-mail has an account now. Write it again to sign in.");
    const person = await makePerson(work, { ...fields, email });
    if (vouched) await addFreeIdentity(work, person.id, { ...vouched, email });
    await dropTokens(work.tx, pendingToken, work.ctx.runtime.port(authPort).emailKey(email));
    work.audit({ action: "account.registered", subject: person.id, detail: { email } });
    return done({ signedIn: await openSession(work, person, { method: "link" }), next });
  },
});

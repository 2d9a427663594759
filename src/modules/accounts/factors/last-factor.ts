import { eq } from "drizzle-orm";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, invalid, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { normalised, shortest } from "../domain/password.ts";
import { passwordHashOf } from "../own-account/people-store.ts";
import { authPort } from "../ports.ts";
import { mustShowFactor } from "../sessions/viewer.ts";
import { countFailedSignIn, forgetFailedSignIns } from "../sign-in/failed-sign-ins.ts";
import { backupCodes } from "../tables.ts";
import { type Factors, factorsOf } from "./queries/factors-of.ts";

export type Removal = { factor: "app" } | { factor: "passkey"; id: string };

const wouldLeaveNone = (factors: Factors, removal: Removal): boolean =>
  removal.factor === "app" ? factors.passkeys === 0 : !factors.totp && factors.passkeys <= 1;

const needed = (): Refusal =>
  refuse(
    "conflict",
    "Your role needs a second factor, and this is your only one. Add another one first, then remove this.",
  );

const tooShort = (): Refusal =>
  refuse(
    "conflict",
    `Without a second factor your password needs ${shortest} characters or more, and it is shorter. Choose a longer password first.`,
  );

/**
 * Before the only factor goes: a role that needs one keeps it, and a password that is long enough beside a factor may
 * be too short alone. Its length is known only when it is typed. Returns whether the last one may go.
 */
export async function mayLoseFactor(
  ctx: Ctx,
  person: Person,
  removal: Removal,
  password: string | undefined,
): Promise<Outcome<boolean>> {
  const { runtime } = ctx;
  const factors = await factorsOf(runtime.db, person.id);
  if (!factors.any || !wouldLeaveNone(factors, removal)) return done(false);
  if (mustShowFactor(runtime, person.waitingRole ?? person.role)) return needed();
  const hash = await passwordHashOf(runtime.db, person.id);
  if (!hash) return done(true);
  if (!password)
    return invalid([{ path: "password", message: "Type your password: without a second factor it must be long." }]);
  const key = `confirm:${person.id}`;
  const wait = await countFailedSignIn(runtime, key);
  if (wait) return wait;
  const right = await runtime.port(authPort).hashing.verify(hash, password);
  if (!right.ok) return right;
  if (!right.value) return invalid([{ path: "password", message: "This is not your password." }]);
  await forgetFailedSignIns(runtime.db, key);
  return [...normalised(password)].length < shortest ? tooShort() : done(true);
}

/** Inside the removal, after it: two removals at once must not leave none. Backup codes go with the last factor. */
export async function settleAfterRemoval(work: Work, personId: string, mayLoseLast: boolean): Promise<Refusal | null> {
  if ((await factorsOf(work.tx, personId)).any) return null;
  if (!mayLoseLast) return refuse("conflict", "Your factors changed in another window. Look at them again.");
  await work.tx.delete(backupCodes).where(eq(backupCodes.personId, personId));
  return null;
}

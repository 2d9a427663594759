import { eq } from "drizzle-orm";
import { afterAll, beforeEach } from "vitest";
import { audit } from "#src/platform/tables.ts";
import { dayMs } from "#src/shared/units.ts";
import { type Capability, capabilities, type Person } from "#src/shared/viewer.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { start } from "../accounts.testing.ts";
import { changeRole } from "../index.server.ts";
import { hashToken } from "../sessions/viewer.ts";
import { people, sessions } from "../tables.ts";

export const reason = "They asked us by telephone.";

/** An admin with these capabilities alone. */
export async function adminWith(
  runtime: TestRuntime,
  held: readonly Capability[],
  named: { name?: string; email?: string } = {},
): Promise<Person> {
  const admin = await createPerson(runtime, { role: 3, ...named });
  await runtime.db
    .update(people)
    .set({ capabilities: [...held] })
    .where(eq(people.id, admin.id));
  return { ...admin, capabilities: held };
}

/** A runtime in demo mode with an admin who may do everything, for one test file; before each test it is `start` again. */
export const peopleAdminFixture = async () => {
  const runtime = await createAccountsRuntime({ mode: "demo", now: start });
  const admin = await adminWith(runtime, capabilities);
  afterAll(() => runtime.drop());
  beforeEach(() => runtime.setNow(start));
  return { runtime, admin };
};

/** A session of this person, as a sign-in leaves it; returns its id. */
export async function openSessionOf(runtime: TestRuntime, personId: string, more: object = {}): Promise<string> {
  const id = crypto.randomUUID();
  const now = runtime.clock();
  await runtime.db.insert(sessions).values({
    ...{ id, token: hashToken(id), userId: personId, createdAt: now, updatedAt: now },
    expiresAt: new Date(now.getTime() + dayMs),
    ...more,
  });
  return id;
}

export const sessionsOf = (runtime: TestRuntime, personId: string) =>
  runtime.db.select().from(sessions).where(eq(sessions.userId, personId));

export const rowOf = async (runtime: TestRuntime, personId: string) => {
  const [row] = await runtime.db.select().from(people).where(eq(people.id, personId));
  if (!row) throw new Error("nobody");
  return row;
};

export const trailOf = (runtime: TestRuntime, personId: string) =>
  runtime.db.select().from(audit).where(eq(audit.subject, personId)).orderBy(audit.id);

/** The wish of an admin who looks at a client. */
export const roleWish = (personId: string, more: object = {}) => ({ personId, role: "2", reason, seen: "1:", ...more });

export const changeBy = (runtime: TestRuntime, admin: Person, personId: string, more: object = {}) =>
  changeRole(ctxFor(runtime, admin), roleWish(personId, more));

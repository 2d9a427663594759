import { authPort, openAuth } from "../../src/modules/accounts/index.server.ts";
import { hashToken } from "../../src/modules/accounts/sessions/viewer.ts";
import { customers, people, sessions, totps } from "../../src/modules/accounts/tables.ts";
import { asDatabase, openPool } from "../../src/platform/database/open.ts";
import { newId, secretToken } from "../../src/platform/ids.ts";
import type { Ctx, Port, Runtime } from "../../src/platform/runtime.ts";
import { type AdminWith, type Capability, capabilities, may, type Person, type Role } from "../../src/shared/viewer.ts";
import { quietLog } from "./quiet-log.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "./runtime.ts";

/** A test runtime with the sign-in engine plugged in. */
export async function createAccountsRuntime(
  wishes: Parameters<typeof createTestRuntime>[0] = {},
): Promise<TestRuntime> {
  const runtime = await createTestRuntime(wishes);
  const auth = openAuth(runtime);
  const { port } = runtime;
  return Object.assign(runtime, {
    port: <T>(key: Port<T>): T => (key.name === authPort.name ? (auth as T) : port(key)),
  });
}

/** Another process of the same installation: its own connections and its own sign-in engine. */
export function secondProcess(runtime: TestRuntime): { runtime: Runtime; end: () => Promise<void> } {
  const pool = openPool(runtime.database.connection, quietLog, 4);
  const far = { ...runtime, db: asDatabase(pool) };
  const auth = openAuth(far);
  far.port = <T>(key: Port<T>): T => (key.name === authPort.name ? (auth as T) : runtime.port(key));
  return { runtime: far, end: () => pool.end() };
}

/** Writes a person without password and session, and returns them as a viewer. Admins get every capability. */
export async function createPerson(
  runtime: Runtime,
  given: Partial<Pick<Person, "id" | "name" | "email" | "role" | "timeZone">> = {},
): Promise<Person> {
  const id = given.id ?? newId();
  const role: Role = given.role ?? 1;
  const row = {
    id,
    name: given.name ?? `Person ${id.slice(-4)}`,
    email: given.email ?? `person-${id}@example.test`,
    role,
    capabilities: role === 3 ? [...capabilities] : [],
    timeZone: given.timeZone ?? null,
  };
  const now = runtime.clock();
  await runtime.db.insert(people).values({ ...row, emailVerified: true, createdAt: now, updatedAt: now });
  await runtime.db.insert(customers).values({ personId: id });
  return {
    kind: "person",
    ...row,
    emailVerified: true,
    waitingRole: null,
    sessionId: newId(),
    freshAt: new Date("2100-01-01"),
  };
}

/** The admin as a policy sees them. Throws for somebody without this right. */
export function adminWith<C extends Capability>(person: Person, capability: C): AdminWith<C> {
  if (!may(person, capability)) throw new Error(`${person.name} has no right "${capability}".`);
  return person;
}

/** Everybody who may not change settings: a guest, a client, a writer, and this admin without that right. */
export const withoutSettings = async (runtime: Runtime, admin: Person): Promise<Ctx[]> => [
  ctxFor(runtime),
  ctxFor(runtime, await createPerson(runtime, { role: 1 })),
  ctxFor(runtime, await createPerson(runtime, { role: 2 })),
  ctxFor(runtime, { ...admin, capabilities: capabilities.filter((one) => one !== "settings") }),
];

/** The cookie of a fresh session; with `factor` a second factor was shown in it. Other roles than clients have one. */
export async function sessionCookie(
  { db, clock }: Runtime,
  { id, role }: Person,
  { factor = true } = {},
): Promise<string> {
  const now = clock();
  const token = secretToken();
  const has = { personId: id, secret: "sealed", createdAt: now, confirmedAt: now };
  if (role !== 1) await db.insert(totps).values(has).onConflictDoNothing();
  const times = { createdAt: now, updatedAt: now, expiresAt: new Date(now.getTime() + 86_400_000), freshAt: now };
  const factorAt = factor && role !== 1 ? now : null;
  await db
    .insert(sessions)
    .values({ id: newId(), token: hashToken(token), userId: id, ...times, method: "password", short: false, factorAt });
  return `pw_session=${token}`;
}

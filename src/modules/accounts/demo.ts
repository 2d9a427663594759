import { eq } from "drizzle-orm";
import type { ShownVersions } from "#src/modules/operator/index.ts";
import { inTransaction } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { DataOwner } from "#src/platform/personal-data.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done } from "#src/shared/outcome.ts";
import { capabilities, type Role } from "#src/shared/viewer.ts";
import { setRole } from "./admin/commands/roles.ts";
import {
  type DemoAccount,
  demoAccounts,
  demoPassword,
  demoVisitor,
  largeDemoAccounts,
} from "./domain/demo-accounts.ts";
import { lockEmail, makePerson } from "./own-account/people-store.ts";
import { authPort } from "./ports.ts";
import { people } from "./tables.ts";

type Seeded = { id: string; name: string; email: string };
export type DemoPeople = Record<"client" | "writer" | "admin" | "visitor", Seeded>;

/**
 * Makes the three demo accounts where they are missing, and one that only writes to support, as who accepted these texts;
 * refuses outside demo mode. Returns who they are.
 */
export async function seedDemoAccounts(runtime: Runtime, texts: Partial<ShownVersions> = {}): Promise<DemoPeople> {
  if (runtime.mode !== "demo") throw new Error("Demo accounts belong to demo mode only.");
  const hash = await runtime.port(authPort).hashing.hash(demoPassword);
  if (!hash.ok) throw new Error(hash.message);
  const outcome = await inTransaction(systemCtx(runtime, "demo"), async (work) => {
    const [client, writer, admin] = [
      await seedOne(work, demoAccounts.client, hash.value, texts),
      await seedOne(work, demoAccounts.writer, hash.value, texts),
      await seedOne(work, demoAccounts.admin, hash.value, texts),
    ];
    const visitor = await seedOne(work, demoVisitor, null, texts);
    return done({ client, writer, admin, visitor });
  });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

/** Makes the clients and writers of the large demo where they are missing; refuses outside demo mode. */
export async function seedLargeDemoAccounts(
  runtime: Runtime,
  { clients, writers, texts = {} }: { clients: number; writers: number; texts?: Partial<ShownVersions> },
) {
  if (runtime.mode !== "demo") throw new Error("Demo accounts belong to demo mode only.");
  const seed = (role: 1 | 2, count: number) =>
    inTransaction(systemCtx(runtime, "demo"), async (work) => {
      const made: Seeded[] = [];
      for (const account of largeDemoAccounts(role, count)) made.push(await seedOne(work, account, null, texts));
      return done(made);
    });
  const [ofClients, ofWriters] = [await seed(1, clients), await seed(2, writers)];
  if (!ofClients.ok || !ofWriters.ok) throw new Error("The accounts of the large demo could not be made.");
  return { clients: ofClients.value, writers: ofWriters.value };
}

async function seedOne(
  work: Work,
  { email, name, role, timeZone }: DemoAccount,
  hash: string | null,
  texts: Partial<ShownVersions>,
): Promise<Seeded> {
  await lockEmail(work.tx, email);
  const [known] = await work.tx.select().from(people).where(eq(people.email, email));
  if (known) return { id: known.id, name: known.name, email };
  const made = await makePerson(work, { email, name, hash, demo: true, ...texts, ...(timeZone && { timeZone }) });
  if (role !== (1 satisfies Role)) await setRole(work, { personId: made.id, role, capabilities });
  return { id: made.id, name: made.name, email };
}

/** Everybody who was made for the demo, whatever their address is today. */
export const demoPeople = (db: Database): Promise<DataOwner[]> =>
  db.select({ id: people.id, email: people.email }).from(people).where(eq(people.demo, true));

/** The demo accounts that can still be signed in to: what the sign-in page has buttons for. */
export async function demoAccountsHere({ db, mode }: Runtime): Promise<DemoAccount[]> {
  if (mode !== "demo") return [];
  const known = new Set((await demoPeople(db)).map(({ email }) => email));
  return Object.values(demoAccounts).filter(({ email }) => known.has(email));
}

/** Removes what `seedDemoAccounts` made, with its sessions. The caller removes what belongs to them first. */
export async function removeDemoAccounts(work: Work): Promise<number> {
  const gone = await work.tx.delete(people).where(eq(people.demo, true)).returning({ id: people.id });
  for (const { id } of gone) work.audit({ action: "account.removed", subject: id, detail: { demo: true } });
  return gone.length;
}

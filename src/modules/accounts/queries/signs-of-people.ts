import { BlockList, isIP } from "node:net";
import { and, desc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { audit } from "#src/platform/tables.ts";
import { people, sessions } from "../tables.ts";

/** Addresses of this machine and of private networks: anybody behind a proxy can have them, so they identify nobody. */
const silent = new BlockList();
const v4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const;
for (const [net, bits] of v4) silent.addSubnet(net, bits);
for (const [net, bits] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  silent.addSubnet(net, bits, "ipv6");

/** Whether an address says anything about who uses it. */
export const isIdentifying = (address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && !silent.check(address, version === 6 ? "ipv6" : "ipv4");
};

/** Another account that signed in from where this one did. `device`: with the same browser, too. */
export type SharedSignIn = { personId: string; name: string; role: number; device: boolean; at: Date };
export type SignInTraces = {
  /** Network addresses of the person that say something: not private, and used by few accounts. */
  addresses: readonly string[];
  shared: readonly SharedSignIn[];
};

/** Shared by more accounts, an address is a school's or an office's, and identifies nobody. */
const mostAccounts = 4;

/**
 * What the sessions that still hold say about one person behind two accounts; it decides nothing. As stored:
 * for rules, and for pages that ask their own policy before they name somebody.
 */
export async function signInTracesOf(db: Database, personId: string): Promise<SignInTraces> {
  return (await signInTracesOfAll(db, [personId])).get(personId) ?? { addresses: [], shared: [] };
}

/** The same for many people at once, in two statements; people without such sessions are missing. */
export async function signInTracesOfAll(
  db: Database,
  personIds: readonly string[],
): Promise<Map<string, SignInTraces>> {
  if (personIds.length === 0) return new Map();
  const { userId, ipAddress: address, userAgent: agent, updatedAt: at } = sessions;
  const all = await db
    .select({ personId: userId, address, agent })
    .from(sessions)
    .where(and(inArray(userId, [...personIds]), isNotNull(address)))
    .limit(200 * personIds.length);
  const wanted = [...new Set(all.flatMap((row) => (row.address && isIdentifying(row.address) ? [row.address] : [])))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ personId: userId, address, agent, at, name: people.name, role: people.role })
    .from(sessions)
    .innerJoin(people, eq(people.id, userId))
    .where(inArray(address, wanted))
    .limit(2_000 * personIds.length);
  const owned = Map.groupBy(all, (row) => row.personId);
  return new Map([...owned].map(([personId, own]) => [personId, tracesIn(personId, own, rows)]));
}

type Own = { address: string | null; agent: string | null };
type Used = Own & { personId: string; name: string; role: number; at: Date };

function tracesIn(personId: string, own: readonly Own[], all: readonly Used[]): SignInTraces {
  const wanted = new Set(own.flatMap(({ address }) => (address && isIdentifying(address) ? [address] : [])));
  const rows = all.filter((row) => row.personId !== personId && row.address !== null && wanted.has(row.address));
  const users = Map.groupBy(rows, (row) => row.address ?? "");
  const accountsAt = (one: string) => new Set((users.get(one) ?? []).map((row) => row.personId)).size;
  const addresses = [...wanted].filter((one) => accountsAt(one) < mostAccounts);
  const agents = new Set(own.map((row) => `${row.address} ${row.agent}`));
  const near = rows.filter((row) => addresses.includes(row.address ?? ""));
  const shared = [...Map.groupBy(near, (row) => row.personId).values()].flatMap((found): SharedSignIn[] => {
    const last = found.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
    if (!last) return [];
    const device = found.some((row) => row.agent !== null && agents.has(`${row.address} ${row.agent}`));
    return [{ personId: last.personId, name: last.name, role: last.role, at: last.at, device }];
  });
  return { addresses, shared };
}

/** Of an address whose account an admin has blocked: whose it is, who did it and when; null for any other. */
export async function blockOf(db: Database, email: string) {
  const blocked = and(eq(people.email, email.toLowerCase()), isNotNull(people.blockedAt), isNull(people.anonymisedAt));
  const [person] = await db.select({ id: people.id, at: people.blockedAt }).from(people).where(blocked);
  if (!person?.at) return null;
  const [last] = await db
    .select({ actor: audit.actor })
    .from(audit)
    .where(and(eq(audit.subject, person.id), eq(audit.action, "account.blocked")))
    .orderBy(desc(audit.at))
    .limit(1);
  return last ? { personId: person.id, blockedBy: last.actor, at: person.at } : null;
}

/** The kept list, read when it is first asked for (docs/decisions/0062). */
let list: Promise<ReadonlySet<string>> | undefined;
const readList = async (): Promise<ReadonlySet<string>> =>
  new Set((await import("../domain/disposable-domains.json", { with: { type: "json" } })).default);

/** Whether an address is one of a service that gives addresses for minutes: its domain or one above it is on the list. */
export async function usesDisposableMail(address: string): Promise<boolean> {
  list ??= readList();
  const known = await list;
  const labels = address
    .slice(address.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  return labels.some((_, at) => known.has(labels.slice(at).join(".")));
}

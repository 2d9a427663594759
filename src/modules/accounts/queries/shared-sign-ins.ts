import { and, eq, inArray, isNotNull, ne } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { people, sessions } from "../tables.ts";
import { isIdentifying } from "./identifying-address.ts";

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
 * What the sessions that still hold say about one person behind two accounts; it decides nothing. Who may see names is
 * the caller's rule.
 */
export async function signInTracesOf(db: Database, personId: string): Promise<SignInTraces> {
  const own = await db
    .select({ address: sessions.ipAddress, agent: sessions.userAgent })
    .from(sessions)
    .where(and(eq(sessions.userId, personId), isNotNull(sessions.ipAddress)))
    .limit(200);
  const wanted = [...new Set(own.flatMap(({ address }) => (address && isIdentifying(address) ? [address] : [])))];
  if (wanted.length === 0) return { addresses: [], shared: [] };
  const { userId, ipAddress: address, userAgent: agent, updatedAt: at } = sessions;
  const rows = await db
    .select({ personId: userId, address, agent, at, name: people.name, role: people.role })
    .from(sessions)
    .innerJoin(people, eq(people.id, userId))
    .where(and(inArray(address, wanted), ne(userId, personId)))
    .limit(2_000);
  const users = Map.groupBy(rows, (row) => row.address ?? "");
  const accountsAt = (one: string) => new Set((users.get(one) ?? []).map((row) => row.personId)).size;
  const addresses = wanted.filter((one) => accountsAt(one) < mostAccounts);
  const agents = new Set(own.map((row) => `${row.address} ${row.agent}`));
  const near = rows.filter((row) => addresses.includes(row.address ?? ""));
  const shared = [...Map.groupBy(near, (row) => row.personId).values()].flatMap((all): SharedSignIn[] => {
    const last = all.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
    if (!last) return [];
    const device = all.some((row) => row.agent !== null && agents.has(`${row.address} ${row.agent}`));
    return [{ personId: last.personId, name: last.name, role: last.role, at: last.at, device }];
  });
  return { addresses, shared };
}

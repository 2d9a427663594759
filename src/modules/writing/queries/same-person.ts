import { findPeople, type SharedSignIn, signInTracesOf } from "#src/modules/accounts/index.server.ts";
import { ordersPlacedFrom, type SamePersonHints } from "#src/modules/orders/index.server.ts";
import { sharedAccounts } from "#src/modules/payments/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Ask } from "#src/platform/query.ts";
import { isSealedFor } from "#src/shared/viewer.ts";

/** The clients who are perhaps this writer: same network address, or a refund to the same bank account. */
export async function samePersonHints(db: Database, writerId: string): Promise<SamePersonHints> {
  const { addresses, shared } = await signInTracesOf(db, writerId);
  const { clientIds } = await sharedAccounts(db, writerId);
  return {
    clientIds: new Set([...shared.map(({ personId }) => personId), ...clientIds]),
    addresses: new Set(addresses),
  };
}

/** One account that is perhaps the same person, and why, for admins. */
export type SamePersonHint = {
  personId: string;
  name: string;
  role: number;
  why: "device" | "address" | "order" | "account";
  at: Date | null;
};

const fromSignIn = ({ device, ...one }: SharedSignIn): SamePersonHint => ({
  ...one,
  why: device ? "device" : "address",
});

/**
 * Accounts that are perhaps the same person as this writer, each once with its strongest reason; none whose data is sealed,
 * because the writer's name would say whose it is. Who may see it is the caller's rule.
 */
export async function samePersonAs(
  { db, viewer }: Pick<Ask, "db" | "viewer">,
  writerId: string,
): Promise<readonly SamePersonHint[]> {
  const { addresses, shared } = await signInTracesOf(db, writerId);
  const { clientIds, writerIds } = await sharedAccounts(db, writerId);
  const placed = await ordersPlacedFrom(db, addresses);
  const paid = [...clientIds, ...writerIds];
  const people = await findPeople(db, [...paid, ...placed.keys()]);
  const named = (ids: Iterable<string>, why: SamePersonHint["why"]): SamePersonHint[] =>
    [...ids].flatMap((personId) => {
      const person = people.get(personId);
      return person ? [{ personId, why, name: person.name, role: person.role, at: placed.get(personId) ?? null }] : [];
    });
  const all = [...named(paid, "account"), ...shared.map(fromSignIn), ...named(placed.keys(), "order")];
  const seen = new Set([writerId]);
  return all.filter(
    ({ personId }) => !isSealedFor(viewer, personId, "contact") && !seen.has(personId) && seen.add(personId),
  );
}

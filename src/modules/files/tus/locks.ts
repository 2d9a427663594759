import type { Locker } from "@tus/server";
import type { House } from "#src/platform/house.ts";
import { takeLease } from "../leases.ts";
import { asTus, whoAsks } from "./asking.ts";

/** So long a request that is wanted elsewhere may still bring bytes. */
export const drainMs = 1_000;

/** Takes the lease of a file for the running request, which the library gives back by `unlock`. */
export async function leaseForRequest(house: House, id: string): Promise<void> {
  const who = whoAsks();
  const wish = { id, ownerId: who.person.id, write: who.writes, onWanted: () => who.cancel() };
  const taken = await takeLease(house, wish);
  if (!taken.ok) throw asTus(taken, taken.code === "unavailable" && taken.retryAfter === 2 ? 423 : undefined);
  who.lease = taken.value;
}

/**
 * The library's locks on our leases. A new upload has no row to hold yet: its store takes the lease (store.ts).
 * `onComplete` hears of each upload that became complete, once its lease is free.
 */
export const openLocker = (house: House, onComplete: () => void): Locker => ({
  newLock: (id) => ({
    lock: async (_signal, cancel) => {
      const who = whoAsks();
      who.cancel = () => {
        setTimeout(() => who.stop.abort(), drainMs);
        void cancel();
      };
      if (who.id !== "") await leaseForRequest(house, id);
    },
    unlock: async () => {
      const who = whoAsks();
      await who.lease?.release(who.received);
      who.lease = null;
      // Not before: a check passes over rows that are being written, as giving a lease back does.
      if (who.complete) onComplete();
    },
  }),
});

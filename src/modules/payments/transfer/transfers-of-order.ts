import { asc, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { filesOf } from "#src/modules/files/index.server.ts";
import { canSeeAllOrders } from "#src/modules/orders/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { shortfallSetting } from "../settings.ts";
import { attempts } from "../tables.ts";
import { transferReceipts, transferRequests } from "./transfer-tables.ts";

/** The transfers of an order, for admins who see transfers; refuses not-found. */
export const transfersOfOrder = query("payments.transfers-of-order", {
  input: z.strictObject({ orderId: z.uuid() }),
  run: async ({ db, ctx, viewer }, { orderId }) => {
    if (!canSeeAllOrders(viewer, "transfers") || viewer.kind !== "person") return notFound();
    const [asked] = await db
      .select({ reference: transferRequests.reference, state: attempts.state })
      .from(transferRequests)
      .innerJoin(attempts, eq(attempts.id, transferRequests.attemptId))
      .where(eq(attempts.orderId, orderId))
      .orderBy(desc(attempts.startedAt), desc(attempts.id))
      .limit(1);
    const rows = await db
      .select()
      .from(transferReceipts)
      .where(eq(transferReceipts.orderId, orderId))
      .orderBy(asc(transferReceipts.enteredAt), asc(transferReceipts.id));
    const people = await findPeople(
      db,
      rows.map(({ enteredBy }) => enteredBy),
    );
    const lineOf = ({ id, cents, bankReference, receivedOn, enteredBy }: (typeof rows)[number]) => ({
      id,
      cents,
      bankReference,
      receivedOn,
      by: people.get(enteredBy)?.name ?? "An admin",
      own: enteredBy === viewer.id,
    });
    return done({
      /** The newest reference that the client was given; null when no transfer was ever asked for. */
      reference: asked?.reference ?? null,
      /** What an admin may accept as missing, in cents. */
      shortfallCents: await ctx.runtime.settings.get(shortfallSetting),
      announced: asked?.state === "awaiting_transfer",
      /** Entered by one admin, to be confirmed by another. */
      waiting: rows.filter(({ confirmedAt }) => confirmedAt === null).map(lineOf),
      confirmed: rows.filter(({ confirmedAt }) => confirmedAt !== null).map(lineOf),
      proofFiles: await filesOf({ db, viewer }, { purpose: "proof", subjects: [orderId] }),
    });
  },
});

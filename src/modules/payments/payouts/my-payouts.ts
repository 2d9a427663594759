import { desc, eq } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { withLines } from "./admin-payouts.ts";
import { payouts } from "./payout-tables.ts";

export type WriterPayout = Awaited<ReturnType<typeof withLines>>[number];

const most = 500;

/** A writer's payouts with the orders behind each, the newest first. Who may see them is the caller's rule. */
export const payoutsOf = async (db: Database, writerId: string): Promise<readonly WriterPayout[]> =>
  withLines(
    db,
    await db.select().from(payouts).where(eq(payouts.writerId, writerId)).orderBy(desc(payouts.number)).limit(most),
  );

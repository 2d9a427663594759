import { and, count, desc, eq, inArray, ne } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { orderNumbersOf } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/id-schema.ts";
import { query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { promotionCodes, promotionUses } from "../code-tables.ts";
import { canManageCodes } from "../domain/policy.ts";
import { codeState } from "../domain/promotion-code.ts";

type CodeRow = typeof promotionCodes.$inferSelect;
export type CodeLine = Awaited<ReturnType<typeof linesOf>>[number];

const most = 200;

async function usesOf(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ codeId: promotionUses.codeId, state: promotionUses.state, times: count() })
    .from(promotionUses)
    .where(and(inArray(promotionUses.codeId, [...ids]), ne(promotionUses.state, "back")))
    .groupBy(promotionUses.codeId, promotionUses.state)
    .limit(most * 2);
}

async function linesOf(db: Database, rows: readonly CodeRow[], now: Date) {
  const counted = await usesOf(
    db,
    rows.map(({ id }) => id),
  );
  const people = await findPeople(
    db,
    rows.map(({ createdBy }) => createdBy),
  );
  return rows.map((row) => {
    // Uses that count, and those of them on orders that are paid.
    const mine = counted.filter(({ codeId }) => codeId === row.id);
    const uses = mine.reduce((sum, { times }) => sum + times, 0);
    const paid = mine.find(({ state }) => state === "used")?.times ?? 0;
    const author =
      people.get(row.createdBy)?.name ?? (row.createdBy.startsWith("system:") ? "The product" : "A former admin");
    return { ...row, state: codeState(row, uses, now), uses, paid, author };
  });
}

/** Every code, the newest first, at most 200; for admins with prices. Refuses not-found. */
export const promotionCodeList = query("payments.codes", {
  input: z.strictObject({}),
  run: async ({ db, viewer, now }) => {
    if (!canManageCodes(viewer)) return notFound();
    const rows = await db
      .select()
      .from(promotionCodes)
      .orderBy(desc(promotionCodes.createdAt), desc(promotionCodes.id))
      .limit(most);
    return done(await linesOf(db, rows, now));
  },
});

const mostUsers = 200;

async function usersOf(db: Database, codeId: string) {
  const { orderId, state, at } = promotionUses;
  const rows = await db
    .select({ orderId, state, at })
    .from(promotionUses)
    .where(and(eq(promotionUses.codeId, codeId), ne(state, "back")))
    .orderBy(desc(at), desc(promotionUses.id))
    .limit(mostUsers);
  const numbers = await orderNumbersOf(
    db,
    rows.map((row) => row.orderId),
  );
  return rows.map((row) => ({
    orderId: row.orderId,
    number: numbers.get(row.orderId) ?? "",
    state: row.state === "used" ? ("used" as const) : ("kept" as const),
    at: row.at,
  }));
}

/** One code, with the newest 200 orders that have it; for admins with prices. Refuses not-found. */
export const promotionCodePage = query("payments.code", {
  input: z.strictObject({ codeId: askedId }),
  run: async ({ db, viewer, now }, { codeId }) => {
    if (!canManageCodes(viewer) || !isId(codeId)) return notFound();
    const [row] = await db.select().from(promotionCodes).where(eq(promotionCodes.id, codeId));
    const [line] = row ? await linesOf(db, [row], now) : [];
    return line ? done({ ...line, users: await usersOf(db, line.id) }) : notFound();
  },
});

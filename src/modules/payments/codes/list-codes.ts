import { and, count, desc, eq, inArray, like, ne, or, type SQL } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { orderNumbersOf } from "#src/modules/orders/index.server.ts";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import { searchableText, searched } from "#src/platform/database/search.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { plainCode } from "#src/shared/typed-values.ts";
import type { Admin } from "#src/shared/viewer.ts";
import { canManageCodes } from "../domain/policy.ts";
import { codeState } from "../domain/promotion-code.ts";
import { promotionCodes, promotionUses } from "./code-tables.ts";

type CodeRow = typeof promotionCodes.$inferSelect;
export type CodeLine = Awaited<ReturnType<typeof linesOf>>[number];

const perPage = 50;

async function usesOf(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ codeId: promotionUses.codeId, state: promotionUses.state, times: count() })
    .from(promotionUses)
    .where(and(inArray(promotionUses.codeId, [...ids]), ne(promotionUses.state, "back")))
    .groupBy(promotionUses.codeId, promotionUses.state)
    .limit(ids.length * 2);
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

const input = z.strictObject({
  /** Parts of a code in any order, or its beginning, with or without spaces. */
  search: z.string().max(200).default(""),
  older: askedCursor.optional(),
  newer: askedCursor.optional(),
});

/** Codes that a search finds (shared/search.ts), and those that begin with all of it as a client may type it. */
const matching = (search: string): SQL | undefined => {
  const found = searched(searchableText(promotionCodes.code), search);
  const beginning = plainCode(search).replace(/[^A-Z0-9-]/g, "");
  return found && beginning !== "" ? or(found, like(promotionCodes.code, `${beginning}%`)) : found;
};

/** One page of codes, the newest first, 50 a page; for admins with prices. Refuses not-found, and a cursor that is none. */
export const promotionCodeList = query("payments.codes", {
  input,
  run: async ({ db, viewer, now }, { search, older, newer }) => {
    if (!canManageCodes(viewer)) return notFound();
    const { createdAt: at, id } = promotionCodes;
    const { direction, after, order } = walk({ older, newer }, { at, id });
    const found = await db
      .select()
      .from(promotionCodes)
      .where(and(matching(search), after))
      .orderBy(...order)
      .limit(perPage + 1);
    const page = cutPage(found, perPage, direction, (row) => ({ at: row.createdAt, id: row.id }));
    return done({ ...page, rows: await linesOf(db, page.rows, now) });
  },
});

const mostUsers = 200;

async function usersOf(db: Database, viewer: Admin, codeId: string) {
  const { orderId, state, at } = promotionUses;
  const rows = await db
    .select({ orderId, state, at })
    .from(promotionUses)
    .where(and(eq(promotionUses.codeId, codeId), ne(state, "back")))
    .orderBy(desc(at), desc(promotionUses.id))
    .limit(mostUsers);
  const numbers = await orderNumbersOf(
    db,
    viewer,
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
    return line ? done({ ...line, users: await usersOf(db, viewer, line.id) }) : notFound();
  },
});

/** Codes that a client used or has on an unpaid order, the newest first, ten at most; for admins with prices. */
export const codesOfClient = query("payments.codes-of-client", {
  input: z.strictObject({ clientId: z.uuid() }),
  run: async ({ db, viewer }, { clientId }) => {
    if (!canManageCodes(viewer)) return notFound();
    const { id, code } = promotionCodes;
    const { state, at, orderId } = promotionUses;
    return done(
      await db
        .select({ id, code, state, at, orderId })
        .from(promotionUses)
        .innerJoin(promotionCodes, eq(promotionCodes.id, promotionUses.codeId))
        .where(and(eq(promotionUses.clientId, clientId), ne(state, "back")))
        .orderBy(desc(at))
        .limit(10),
    );
  },
});

import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, pipelinedAndPlain, type TestDatabase } from "#tests/support/database.ts";
import { newId } from "../../ids.ts";
import { audit, outbox, timers } from "../../tables.ts";
import { insertRows, rowsFor, wholeRow, writePipelined } from "./insert-rows.ts";

describe.each(pipelinedAndPlain)("%s", (_, pipeline) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(2, pipeline);
  });
  afterAll(() => database.drop());

  const at = new Date("2026-03-10T12:00:00.123Z");
  const event = (payload: Record<string, unknown>) => ({
    id: newId(),
    name: "n",
    subject: "s",
    payload,
    at,
    nextTryAt: at,
  });

  test("rows are returned as inserted, with the defaults of their columns", async () => {
    const rows = [event({ text: "ä \" ' \\ \n 漢", list: [1, null, { a: true }] }), event({})];
    expect(await insertRows(database.db, outbox, rows)).toBe(2);
    const stored = await database.db.select().from(outbox);
    expect(new Set(stored)).toEqual(new Set(rows.map((row) => ({ ...row, attempts: 0, error: null }))));
    expect(new Set(stored)).toEqual(new Set(rows.map((row) => wholeRow(outbox, row))));
  });

  test("the same as the ordinary insert, column for column", async () => {
    const row = { at, actor: "a", action: "b", subject: "c", detail: { x: 1 }, requestId: "r" };
    const [one, two] = [newId(), newId()];
    await database.db.insert(audit).values({ id: one, ...row });
    await insertRows(database.db, audit, [{ id: two, ...row }]);
    const stored = await database.db.select().from(audit);
    const known = (id: string) => stored.find((found) => found.id === id);
    expect({ ...known(two), id: one }).toEqual(known(one));
  });

  test("half a character becomes the replacement sign, as in other inserts", async () => {
    const row = { ...event({}), subject: "broken \ud800 word" };
    await insertRows(database.db, outbox, [row]);
    const stored = await database.db.select().from(outbox);
    expect(stored.find(({ id }) => id === row.id)?.subject).toBe("broken \ufffd word");
  });

  test("a conflict on the named columns leaves the row out, another one fails", async () => {
    const timer = { kind: "k", subject: "s", due: at };
    expect(await insertRows(database.db, timers, [{ id: newId(), ...timer }])).toBe(1);
    expect(await insertRows(database.db, timers, [{ id: newId(), ...timer }], { unless: "kind, subject" })).toBe(0);
    await expect(insertRows(database.db, timers, [{ id: newId(), ...timer }], { unless: "id" })).rejects.toThrow();
  });

  test("rows of several tables go in together: all of them, or none", async () => {
    const [one, two] = [event({ n: 1 }), event({ n: 2 })];
    const timer = { id: newId(), kind: "together", subject: "s", due: at };
    await writePipelined(database.db, [rowsFor(outbox, [one]), rowsFor(audit, []), rowsFor(timers, [timer])]);
    const again = [rowsFor(outbox, [two]), rowsFor(timers, [{ ...timer, id: newId() }])];
    await expect(writePipelined(database.db, again)).rejects.toThrow();
    const ids = (await database.db.select().from(outbox)).map(({ id }) => id);
    expect(ids).toContain(one.id);
    expect(ids).not.toContain(two.id);
    expect(await database.db.select().from(timers)).toContainEqual(wholeRow(timers, timer));
  });

  test("rows are written and changed by one statement", async () => {
    const [old, made] = [event({ n: 1 }), event({ n: 2 })];
    await insertRows(database.db, outbox, [old]);
    const change = database.db
      .update(outbox)
      .set({ error: "late", nextTryAt: null })
      .where(eq(outbox.id, old.id))
      .getSQL();
    await writePipelined(database.db, [rowsFor(outbox, [made]), { change }]);
    const stored = await database.db
      .select()
      .from(outbox)
      .where(inArray(outbox.id, [old.id, made.id]));
    expect(new Map(stored.map(({ id, error, nextTryAt }) => [id, [error, nextTryAt]]))).toEqual(
      new Map([
        [old.id, ["late", null]],
        [made.id, [null, at]],
      ]),
    );
  });
});

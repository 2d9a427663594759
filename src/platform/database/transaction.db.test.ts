import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, pipelinedAndPlain, type TestDatabase } from "#tests/support/database.ts";
import { type Database, send } from "./database.ts";
import { inTransactionOf, RolledBack } from "./transaction.ts";

describe.each(pipelinedAndPlain)("%s", (_, pipeline) => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await createTestDatabase(3, pipeline);
    await own.db.execute(sql`create table notes (word text primary key)`);
  });
  afterAll(() => own.drop());

  const words = async (): Promise<string[]> =>
    (await own.pool.query<{ word: string }>("select word from notes order by word")).rows.map(({ word }) => word);

  test("what the step wrote stays, what a failed step wrote does not", async () => {
    await inTransactionOf(own.pool, (tx) => send(tx, sql`insert into notes values ('kept')`));
    const failed = inTransactionOf(own.pool, async (tx) => {
      await send(tx, sql`insert into notes values ('lost')`);
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await words()).toEqual(["kept"]);
  });

  test("a last statement that nobody waits for is in the transaction: stored with it, or nothing is", async () => {
    await inTransactionOf(own.pool, async (tx) => {
      send(tx, sql`insert into notes values ('last')`).catch(() => undefined);
    });
    expect(await words()).toContain("last");
    const failed = inTransactionOf(own.pool, async (tx) => {
      await send(tx, sql`insert into notes values ('before')`);
      send(tx, sql`insert into notes values ('last')`).catch(() => undefined);
    });
    await expect(failed).rejects.toThrow(RolledBack);
    expect(await words()).not.toContain("before");
  });

  test("a failure that the step says nothing of is no success", async () => {
    const silent = inTransactionOf(own.pool, async (tx) => {
      await send(tx, sql`insert into notes values ('first')`);
      await send(tx, sql`insert into missing values (1)`).catch(() => undefined);
      return "all is well";
    });
    await expect(silent).rejects.toThrow(RolledBack);
    expect(await words()).not.toContain("first");
  });

  test("statements that are sent at once are answered in their order, and the connection is good afterwards", async () => {
    const order: string[] = [];
    const failed = inTransactionOf(own.pool, (tx) =>
      Promise.all([
        send(tx, sql`select 1`).then(() => order.push("one")),
        send(tx, sql`select 1 / 0`).catch(() => order.push("two")),
        send(tx, sql`select 3`).catch((error: Error) => order.push(String(error.cause))),
      ]),
    );
    await expect(failed).rejects.toThrow(RolledBack);
    expect(order).toEqual(["one", "two", expect.stringContaining("current transaction is aborted")]);
    expect(await inTransactionOf(own.pool, async (tx) => (await send(tx, sql`select 4 as n`)).rows)).toEqual([
      { n: 4 },
    ]);
  });

  test("a transaction inside another one is undone by itself", async () => {
    await inTransactionOf(own.pool, async (tx) => {
      const inner = tx.transaction(async (deep) => {
        await send(deep as Database, sql`insert into notes values ('undone')`);
        await deep.transaction((deeper) => send(deeper as Database, sql`select 1 / 0`));
      });
      await expect(inner).rejects.toThrow();
      await tx.transaction((next) => send(next as Database, sql`insert into notes values ('beside it')`));
    });
    expect(await words()).toContain("beside it");
    expect(await words()).not.toContain("undone");
  });
});

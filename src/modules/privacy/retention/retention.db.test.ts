import { beforeEach, describe, expect, test } from "vitest";
import { upkeepNotices } from "#src/modules/admin/index.server.ts";
import { retentionJob, retentionSetting } from "#src/platform/retention.ts";
import { guest } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { createPerson } from "#tests/support/people.ts";
import { openPrivacyRuntime, runtime } from "#tests/support/privacy.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { retentionJobs, retentionPageValues, retentionState } from "./retention.ts";

openPrivacyRuntime();
const hour = 3_600_000;
const day = 24 * hour;
const sql = (text: string, values: unknown[] = []) => runtime.database.pool.query(text, values);
const pass = (ms: number) => runtime.setNow(new Date(runtime.clock().getTime() + ms));
const runAll = async () => {
  for (const job of retentionJobs) await job.run(runtime);
};
const state = async (of = "") =>
  must(await retentionState(ctxFor(runtime, await createPerson(runtime, { role: 3 })), { of }));
const classOf = async (key: string) => {
  const found = (await state()).classes.find((one) => one.key === key);
  if (!found) throw new Error(`No class ${key}.`);
  return found;
};
const quote = (at: Date) =>
  sql(
    `insert into pricing.quotes (id, viewer, service, inputs, result, table_version, engine_version, priced_at, valid_until, created_at)
     select gen_random_uuid(), null, 'quiz', '{}', '{}', 1, 1, $1::timestamptz, $1::timestamptz, $1::timestamptz`,
    [at],
  );

beforeEach(async () => {
  await sql("delete from platform.retention_runs");
  await sql("delete from pricing.quotes");
});

describe("the record of runs", () => {
  test("has a row for each class of each run, with how many were deleted", async () => {
    await quote(new Date(runtime.clock().getTime() - 8 * day));
    await quote(new Date(runtime.clock().getTime() - 6 * day));
    await runAll();
    const { rows } = await sql("select class, removed, error, at from platform.retention_runs");
    const keys = retentionJobs.flatMap(({ retains }) => retains.map(({ key }) => key));
    expect(rows.map((row) => row.class).sort()).toEqual([...keys].sort());
    expect(new Set(keys).size).toBe(keys.length);
    expect(rows.filter(({ error }) => error !== null)).toEqual([]);
    expect(rows.find((row) => row.class === "pricing.quotes")).toMatchObject({ removed: 1, at: runtime.clock() });
  });

  test("stays bounded: runs of more than 90 days ago are deleted", async () => {
    await runAll();
    pass(91 * day);
    await runAll();
    await runAll();
    const { rows } = await sql("select count(*)::int as many, min(at) as oldest from platform.retention_runs");
    expect(rows[0].oldest).toEqual(runtime.clock());
  });

  test("names why a class failed, runs the others, and fails so that it is tried again", async () => {
    const kept = { holds: "", why: "", time: async () => "", overdue: async () => 0 };
    const job = retentionJob("trial", "1 2 * * *", [
      { ...kept, key: "trial.bad", remove: async () => (await sql("delete from nowhere")).rowCount ?? 0 },
      { ...kept, key: "trial.good", remove: async () => 3 },
    ]);
    await expect(job.run(runtime)).rejects.toThrow("nowhere");
    const { rows } = await sql("select class, removed, error from platform.retention_runs order by class");
    expect(rows).toEqual([
      { class: "trial.bad", removed: 0, error: 'relation "nowhere" does not exist' },
      { class: "trial.good", removed: 3, error: null },
    ]);
    const notices = async () => (await upkeepNotices(ctxFor(runtime))).map(({ title }) => title);
    expect(await notices()).toEqual(["One class of old data was not deleted."]);
    pass(1);
    await retentionJob("trial", "1 2 * * *", [{ ...kept, key: "trial.bad", remove: async () => 1 }]).run(runtime);
    expect(await notices(), "its next run was good").toEqual([]);
  });
});

describe("the page of classes", () => {
  test("is for admins with settings alone", async () => {
    const others = [
      guest,
      await createPerson(runtime),
      await createPerson(runtime, { role: 2 }),
      {
        ...(await createPerson(runtime, { role: 3 })),
        capabilities: ["orders", "money", "people", "chat", "prices"] as const,
      },
    ];
    for (const viewer of others) expect(await retentionState(ctxFor(runtime, viewer), {})).toMatchObject({ ok: false });
  });

  test("says what has not run yet, what is in order, what failed, what does not run and what is overdue", async () => {
    expect(await classOf("pricing.quotes")).toMatchObject({ state: "new", last: null, overdue: 0 });
    await runAll();
    expect(await classOf("pricing.quotes")).toMatchObject({ state: "fine", last: { removed: 0, at: runtime.clock() } });
    await sql("update platform.retention_runs set error = 'no disk' where class = 'pricing.quotes'");
    expect(await classOf("pricing.quotes")).toMatchObject({ state: "failed", last: { error: "no disk" } });
    await runAll();
    pass(5 * hour);
    expect([(await classOf("limits")).state, (await classOf("pricing.quotes")).state]).toEqual(["missing", "fine"]);
    pass(46 * hour);
    expect((await classOf("pricing.quotes")).state).toBe("missing");
    await runAll();
    await quote(new Date(runtime.clock().getTime() - 8 * day));
    expect(await classOf("pricing.quotes")).toMatchObject({ state: "fine", overdue: 0 });
    await quote(new Date(runtime.clock().getTime() - 9 * day));
    expect(await classOf("pricing.quotes")).toMatchObject({ state: "overdue", overdue: 1 });
    await runAll();
    expect(await classOf("pricing.quotes")).toMatchObject({ state: "fine", overdue: 0, last: { removed: 2 } });
    const { chosen } = await state("pricing.quotes");
    expect(chosen?.runs.map(({ removed }) => removed)).toEqual([2, 0, 0, 0]);
    expect((await state("nothing")).chosen).toBeNull();
  });

  test("prints the times by which the jobs delete, as the public page does", async () => {
    await storeSetting(runtime, retentionSetting, { ...retentionSetting.default, quoteDays: 3 });
    const old = new Date(runtime.clock().getTime() - 4 * day);
    await quote(old);
    expect((await classOf("pricing.quotes")).time).toBe("3 days");
    const value = (await retentionPageValues(runtime, "privacy-policy"))["what is deleted when"];
    const block = value && "block" in value ? value.block : null;
    const rows = block?.kind === "table" ? block.rows.map((row) => row.map(({ of }) => of[0])) : [];
    expect(rows).toContainEqual(["Quotes that nobody used", "3 days"]);
    await runAll();
    expect((await sql("select 1 from pricing.quotes")).rowCount).toBe(0);
    await storeSetting(runtime, retentionSetting, retentionSetting.default);
  });
});

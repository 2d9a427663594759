import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeWriter } from "#src/modules/writing/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { audit } from "#src/platform/tables.ts";
import { done } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { gradesSetting } from "../settings.ts";
import { writers } from "../tables.ts";
import { changeHoliday, changeWriter } from "./change-writer.ts";

let runtime: TestRuntime;
let admin: Person;
beforeAll(async () => {
  runtime = await createTestRuntime();
  admin = await createPerson(runtime, { role: 3 });
});
afterAll(() => runtime.drop());

const newOne = async (): Promise<Person> => {
  const person = await createPerson(runtime, { role: 2 });
  await inTransaction(systemCtx(runtime, "test"), async (work) => done(await makeWriter(work, person.id)));
  return person;
};
const rowOf = async (id: string) => (await runtime.db.select().from(writers).where(eq(writers.personId, id)))[0];
const change = (who: Person, wish: object) => changeWriter(ctxFor(runtime, who), wish);

describe("an admin changes a writer", () => {
  test("grade, share, capacity, subjects and whether offers come", async () => {
    const { id: personId } = await newOne();
    const subjects = [
      { name: "Law", upTo: "bachelor" },
      { name: "History", upTo: "school" },
      { name: "law", upTo: "master" },
    ];
    const wish = { personId, grade: "2", sharePercent: "61", capacity: "4", subjects, active: false, seenVersion: "1" };
    expect(await change(admin, wish)).toMatchObject({ ok: true });
    expect(await rowOf(personId)).toMatchObject({
      ...{ grade: 2, sharePercent: 61, capacity: 4, active: false, version: 2 },
      subjects: [
        { name: "History", upTo: "school" },
        { name: "law", upTo: "master" },
      ],
    });
    const rows = await runtime.db.select().from(audit).where(eq(audit.subject, personId));
    expect(rows.at(-1)).toMatchObject({
      action: "writer.changed",
      detail: { from: { capacity: 3, sharePercent: null }, to: { capacity: 4, sharePercent: 61 } },
    });
    expect(await change(admin, { personId, sharePercent: "" })).toMatchObject({ ok: true });
    expect(await rowOf(personId)).toMatchObject({ sharePercent: null, capacity: 4, active: false });
  });

  test.each([
    ["a capacity that is no number", { capacity: "many" }, "capacity"],
    ["a capacity in other spellings", { capacity: "1e1" }, "capacity"],
    ["a share with a comma", { sharePercent: "6,1" }, "sharePercent"],
    ["half an order", { capacity: "1.5" }, "capacity"],
    ["less than none", { capacity: "-1" }, "capacity"],
    ["more than the whole price", { sharePercent: "101" }, "sharePercent"],
    ["a level that is none", { subjects: [{ name: "Law", upTo: "genius" }] }, "subjects.0.upTo"],
  ])("%s is refused at its field", async (_, wish, path) => {
    const { id: personId } = await newOne();
    const refused = await change(admin, { personId, ...wish });
    expect(refused).toMatchObject({ code: "invalid", fields: [{ path }] });
    expect(await rowOf(personId)).toMatchObject({ version: 1, capacity: 3 });
  });

  test("an old page, a grade that is gone, and somebody who is no writer are refused", async () => {
    const { id: personId } = await newOne();
    expect(await change(admin, { personId, capacity: 5, seenVersion: 1 })).toMatchObject({ ok: true });
    expect(await change(admin, { personId, capacity: 6, seenVersion: 1 })).toMatchObject({ code: "conflict" });
    await storeSetting(runtime, gradesSetting, [{ name: "Only", share: 40 }]);
    expect(await change(admin, { personId, grade: 2 })).toMatchObject({ code: "conflict" });
    expect(await change(admin, { personId: admin.id, capacity: 6 })).toMatchObject({ code: "not-found" });
    expect(await rowOf(personId)).toMatchObject({ capacity: 5, grade: 1 });
  });

  test("pay needs a fresh sign-in, the rest does not", async () => {
    const { id: personId } = await newOne();
    const stale = { ...admin, freshAt: new Date(0) };
    expect(await change(stale, { personId, sharePercent: 70 })).toMatchObject({ code: "step-up" });
    expect(await change(stale, { personId, sharePercent: "", grade: 1, capacity: 2 })).toMatchObject({ ok: true });
    expect(await rowOf(personId)).toMatchObject({ capacity: 2, sharePercent: null });
  });

  test("nobody but admins for people", async () => {
    const writer = await newOne();
    const other = { ...admin, capabilities: ["orders", "money"] as const };
    for (const who of [writer, other, await createPerson(runtime)])
      expect(await change(who, { personId: writer.id, sharePercent: 100 })).toMatchObject({ code: "not-found" });
  });
});

describe("days off", () => {
  test("the writer names and ends the own ones, an admin anybody's", async () => {
    const writer = await newOne();
    const ask = (who: Person, days: object) => changeHoliday(ctxFor(runtime, who), { personId: writer.id, ...days });
    const april = { awayFrom: "2026-04-02", awayUntil: "2026-04-09" };
    expect(await ask(writer, april)).toMatchObject({ ok: true });
    expect(await rowOf(writer.id)).toMatchObject({ ...april, version: 2 });
    expect(await ask(admin, { awayFrom: "", awayUntil: "" })).toMatchObject({ ok: true });
    expect(await rowOf(writer.id)).toMatchObject({ awayFrom: null, awayUntil: null });
    expect(await ask(await newOne(), april)).toMatchObject({ code: "not-found" });
  });

  test.each([
    [{ awayFrom: "2026-04-09", awayUntil: "2026-04-02" }, ["awayUntil"]],
    [{ awayFrom: "2026-04-31", awayUntil: "" }, ["awayFrom", "awayUntil"]],
    [{ awayFrom: "", awayUntil: "2026-04-02" }, ["awayFrom"]],
  ])("%o is refused", async (days, paths) => {
    const writer = await newOne();
    const refused = await changeHoliday(ctxFor(runtime, writer), { personId: writer.id, ...days });
    expect(!refused.ok && refused.fields?.map(({ path }) => path)).toEqual(paths);
  });
});

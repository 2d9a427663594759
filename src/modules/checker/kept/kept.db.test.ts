import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import type { HeldFile } from "#src/platform/personal-data.ts";
import { done } from "#src/shared/outcome.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { personLike } from "../../../../tests/support/checked-texts.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "../../../../tests/support/runtime.ts";
import { loadModel, modelFile } from "../checker-work.ts";
import { reportOf } from "../domain/report.ts";
import { keptChecks } from "../tables.ts";
import type { KeptCheck } from "./kept-checks.ts";
import { eraseChecks, keepCheck, keptCheck, keptList, mostKept } from "./kept-checks.ts";
import { checkData } from "./personal-data.ts";

const [anna, ben] = ["0190a000-0000-7000-8000-000000000001", "0190a000-0000-7000-8000-000000000002"];
let runtime: TestRuntime;
let check: KeptCheck;
const as = (id: string) => ctxFor(runtime, { kind: "person", id } as Viewer);
const owner = (id: string) => ({ id, email: `${id}@example.com` });
const keep = async (id: string): Promise<string> => {
  const kept = await keepCheck(as(id), check);
  if (!kept.ok) throw new Error(kept.message);
  return kept.value.id;
};
const idsOf = async (id: string): Promise<string[]> => {
  const list = await keptList(as(id), {});
  return list.ok ? list.value.map((one) => one.id) : [];
};

beforeAll(async () => {
  runtime = await createTestRuntime();
  const model = loadModel(modelFile("."))?.model;
  if (!model) throw new Error("There is no model.");
  const facts = { sha256: "00", at: "2026-03-10T12:00:00.000Z" };
  check = { report: reportOf(model, personLike), text: personLike, kind: "", left: [], facts };
});
afterAll(() => runtime.drop());

test("what is kept opens for its person alone, and reads as what was checked", async () => {
  const id = await keep(anna);
  expect(await keptCheck(as(anna), { id })).toEqual({ ok: true, value: check });
  expect(await keptCheck(as(ben), { id })).toMatchObject({ code: "not-found" });
  for (const strange of ["no id", "a\u0000b"])
    expect(await keptCheck(as(anna), { id: strange })).toMatchObject({ code: "not-found" });
  expect(await keptCheck(ctxFor(runtime), { id })).toMatchObject({ code: "signed-out" });
  expect(await keptList(as(anna), {})).toMatchObject({
    value: [{ id, band: check.report.band, words: check.report.words }],
  });
  expect(await idsOf(ben)).toEqual([]);
});

test("nothing of a text can be read in the database, and a row that was moved does not open", async () => {
  const [first, second] = [await keep(anna), await keep(anna)];
  const rows = await runtime.db.select().from(keptChecks);
  expect(JSON.stringify(rows)).not.toMatch(/uncle|bees|human-like|cannot-tell/);
  const content = rows.find(({ id }) => id === first)?.content ?? "";
  const { eq } = await import("drizzle-orm");
  await runtime.db.update(keptChecks).set({ content }).where(eq(keptChecks.id, second));
  await expect(keptCheck(as(anna), { id: second })).rejects.toThrow(/altered or moved/);
  await eraseChecks(as(anna), { id: second });
});

test("one is erased, or all of one person; nobody erases those of others", async () => {
  const theirs = await keep(ben);
  const own = await keep(anna);
  expect(await eraseChecks(as(ben), { id: own })).toEqual(done({ erased: 0 }));
  expect(await eraseChecks(as(anna), { id: own })).toEqual(done({ erased: 1 }));
  expect(await idsOf(anna)).not.toContain(own);
  await eraseChecks(as(anna), { all: true });
  expect([await idsOf(anna), await idsOf(ben)]).toEqual([[], [theirs]]);
});

test("it is in the person's download, and gone with the account", async () => {
  await keep(anna);
  const files: HeldFile[] = [];
  for await (const file of checkData.gather(as(anna), owner(anna))) files.push(file);
  expect(files).toEqual([{ path: "checks.json", rows: [check] }]);
  await inTransaction(as(anna), async (work) => done(await checkData.forget(work, owner(anna))));
  expect([await idsOf(anna), (await idsOf(ben)).length]).toEqual([[], 1]);
});

test("one person keeps a hundred at most", async () => {
  for (let n = 0; n < mostKept; n++) await keep(anna);
  expect(await keepCheck(as(anna), check)).toMatchObject({ code: "too-many" });
  await eraseChecks(as(anna), { all: true });
  expect(await keepCheck(as(anna), check)).toMatchObject({ ok: true });
});

import { expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { makeQuote } from "../commands/quotes.ts";
import { defaultPricingTable } from "../domain/default-table.ts";
import { pricingSetting } from "../settings.ts";
import { publications } from "../tables.ts";
import { getQuote } from "./kept-quote.ts";

const start = new Date("2026-03-10T12:00:00Z");
const runtime = await forThisFile(createTestRuntime({ now: start }));

test("a guest's keeps its total while the price list changes, and another installation does not know it", async () => {
  const asked = async (id: string) =>
    (await getQuote(ctxFor(runtime), { id })) as { ok: boolean; value?: { answer: object } };
  const made = await makeQuote(ctxFor(runtime), { fields: { service: "coursework", subject: "Kites" } });
  if (!made.ok) throw new Error(made.message);
  const before = (await asked(made.value.id)).value?.answer;
  expect(before).toEqual(made.value);
  const elsewhere = ctxFor({ ...runtime, secret: "of another installation, 32 characters" });
  expect(await getQuote(elsewhere, { id: made.value.id })).toMatchObject({ code: "not-found" });
  const table = defaultPricingTable;
  await runtime.db.insert(publications).values({
    ...{ id: newId(), state: "published", version: 1, table, baseVersion: 1, at: start, createdAt: start },
    ...{ author: "system:pricing", reason: "First." },
  });
  const coursework = { ...table.coursework, default: "1300" };
  await storeSetting(runtime, pricingSetting, { ...table, coursework });
  expect((await asked(made.value.id)).value?.answer).toEqual(before);

  // A list that was changed in its place gives another total than the one that was signed.
  await runtime.db.update(publications).set({ table: { ...table, coursework } });
  expect(await getQuote(ctxFor(runtime), { id: made.value.id })).toMatchObject({ code: "not-found" });
});

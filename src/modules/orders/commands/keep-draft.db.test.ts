import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import type { HeldFile } from "#src/platform/personal-data.ts";
import { startWork } from "#src/platform/work.ts";
import { dayMs } from "#src/shared/units.ts";
import { guest, type Person } from "#src/shared/viewer.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { sweepForms } from "../jobs.ts";
import { custom, essay, must, openOrderRuntime, person, place, placing } from "../orders.testing.ts";
import { orderData } from "../personal-data.ts";
import { orderDraft } from "../queries/begun-order.ts";
import { formDrafts } from "../storage/draft-tables.ts";
import { forgetOrderDraft, keepOrderDraft } from "./keep-draft.ts";

const runtime = await forThisFile(openOrderRuntime());

const fields = { service: "non-technical", pages: "7", title: "On memory" };
const formKey = "a key of one form that is long";
const keep = (who: Person, more: object = {}) =>
  keepOrderDraft(ctxFor(runtime, who), { path: "/order", fields, formKey, seen: 0, ...more });
const kept = async (who: Person) => must(await orderDraft(ctxFor(runtime, who), {}));
/** The same account on another device. */
const elsewhere = (who: Person): Person => ({ ...who, sessionId: newId() });

test("another device of the account finds what this one wrote, and knows that it is not its own", async () => {
  const laptop = person();
  const phone = elsewhere(laptop);
  expect(await kept(laptop)).toBeNull();
  expect(must(await keep(laptop))).toEqual({ status: "kept", revision: 1, replaced: null });
  expect(await kept(laptop)).toMatchObject({ path: "/order", fields, formKey, revision: 1, own: true });
  expect(await kept(phone)).toMatchObject({ fields, own: false });
  expect(await kept(person()), "another account").toBeNull();
  expect(await orderDraft(ctxFor(runtime, guest), {})).toEqual({ ok: true, value: null });
});

test("of two devices the later one is kept whole, and learns that it replaced an unseen version", async () => {
  const laptop = person();
  const phone = elsewhere(laptop);
  must(await keep(laptop, { fields: { ...fields, instructions: "From the laptop." } }));
  const at = runtime.clock();
  expect(must(await keep(phone, { fields: { ...fields, title: "From the phone" } }))).toEqual({
    status: "kept",
    revision: 2,
    replaced: at,
  });
  expect((await kept(laptop))?.fields, "nothing of the other is mixed in").toEqual({
    ...fields,
    title: "From the phone",
  });
  const seen = must(await keep(phone, { seen: 2 }));
  expect(seen).toEqual({ status: "kept", revision: 3, replaced: null });
  expect(must(await keep(laptop, { seen: 3 })), "it had seen the newest").toEqual({
    status: "kept",
    revision: 4,
    replaced: null,
  });
});

test("two devices at the same moment: one of the two forms, as it was written", async () => {
  const laptop = person();
  const phone = elsewhere(laptop);
  const both = await Promise.all([
    keep(laptop, { fields: { title: "A", pages: "1" } }),
    keep(phone, { fields: { title: "B", pages: "2" } }),
  ]);
  const revisions = both.map(must).map((one) => (one.status === "kept" ? one.revision : null));
  expect(revisions.toSorted()).toEqual([1, 2]);
  const { title, pages } = (await kept(laptop))?.fields ?? {};
  expect(["A1", "B2"]).toContain(`${title}${pages}`);
});

test.each([
  ["a page that has no order form", { path: "/checkout" }],
  ["more than it keeps", { fields: { instructions: "x".repeat(40_001) } }],
  [
    "more fields than a form has",
    { fields: Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`f${at}`, "1"])) },
  ],
  ["no key", { formKey: "short" }],
])("refuses %s", async (_what, more) => {
  const who = person();
  expect(await keep(who, more)).toMatchObject({ ok: false, code: "invalid" });
  expect(await kept(who)).toBeNull();
});

test("guests have none", async () => {
  const asked = { path: "/order", fields, formKey, seen: 0 };
  expect(await keepOrderDraft(ctxFor(runtime, guest), asked)).toMatchObject({ code: "signed-out" });
  expect(await forgetOrderDraft(ctxFor(runtime, guest), {})).toMatchObject({ code: "signed-out" });
});

test("placing the order erases it in the same step; a late save of the placed form changes nothing", async () => {
  const who = person();
  must(await keep(who));
  const refused = placing({ ...essay, title: "" }, { idempotencyKey: formKey });
  await expect(place(runtime, who, refused)).rejects.toThrow();
  expect(await kept(who), "a refused form stays").not.toBeNull();
  await place(runtime, who, placing(essay, { idempotencyKey: formKey }));
  expect(await kept(who)).toBeNull();
  expect(must(await keep(who))).toEqual({ status: "placed" });
  expect(await kept(who)).toBeNull();
});

test("an order of another kind of work leaves it", async () => {
  const who = person();
  must(await keep(who));
  await place(runtime, who, placing(custom));
  expect(await kept(who)).toMatchObject({ fields });
  must(await forgetOrderDraft(ctxFor(runtime, who), {}));
  expect(await kept(who)).toBeNull();
});

test("it goes after 14 days without a word", async () => {
  const who = person();
  must(await keep(who));
  const start = runtime.clock();
  runtime.setNow(new Date(start.getTime() + 14 * dayMs));
  await sweepForms.run(runtime);
  expect(await kept(who)).not.toBeNull();
  runtime.setNow(new Date(start.getTime() + 14 * dayMs + 1));
  await sweepForms.run(runtime);
  expect(await kept(who)).toBeNull();
  runtime.setNow(start);
});

test("it is in the download of the account, and goes with it", async () => {
  const who = person();
  must(await keep(who));
  const ctx = ctxFor(runtime, who);
  const held: HeldFile[] = [];
  for await (const file of orderData.gather(ctx, who)) held.push(file);
  expect(held.find(({ path }) => path === "orders/form-in-progress.json")).toMatchObject({
    rows: [{ path: "/order", fields }],
  });
  await runtime.db.transaction(async (tx) => orderData.forget(startWork(tx, ctx, runtime.clock()).work, who));
  expect(await runtime.db.select().from(formDrafts).where(eq(formDrafts.owner, who.id))).toEqual([]);
});

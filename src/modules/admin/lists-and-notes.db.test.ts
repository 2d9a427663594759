import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { people } from "#src/modules/accounts/tables.ts";
import {
  essay,
  must,
  newWriter,
  openOrderRuntime,
  pay,
  person,
  place,
  placing,
  rowOf,
} from "#src/modules/orders/orders.testing.ts";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { addNote } from "./commands/add-note.ts";
import { dropView, saveView } from "./commands/save-view.ts";
import { mostViews, myViews } from "./queries/my-views.ts";
import { notesOfOrder } from "./queries/notes-of-order.ts";
import { submitListStep } from "./screens/orders/submit-list-step.server.ts";

let runtime: TestRuntime;
let admin: Person;
let marta: Person;
let client: Person;
let writer: Person;
beforeAll(async () => {
  runtime = await openOrderRuntime();
  admin = await createPerson(runtime, { role: 3 });
  marta = await createPerson(runtime, { role: 3, name: "Marta Klein" });
  client = await createPerson(runtime);
  writer = await newWriter(runtime);
});
afterAll(() => runtime.drop());

const placed = async (): Promise<string> => (await place(runtime, client, placing(essay))).orderId;
const views = async (who = admin) => must(await myViews(ctxFor(runtime, who), {}));

test("a view is kept for its owner alone; the same name again means the new list", async () => {
  const ctx = ctxFor(runtime, admin);
  must(await saveView(ctx, { name: "Morning", address: "group=no-writer&older=1_x&hack=1" }));
  must(await saveView(ctx, { name: "Morning", address: "group=delivered&search=x" }));
  const [view, ...rest] = await views();
  expect(view).toMatchObject({ name: "Morning", address: "group=delivered&search=x" });
  expect(rest).toEqual([]);
  expect(await views(marta)).toEqual([]);
  must(await dropView(ctxFor(runtime, marta), { id: view?.id ?? "" }));
  expect(await views()).toHaveLength(1);
  must(await dropView(ctx, { id: view?.id ?? "" }));
  expect(await views()).toEqual([]);
});

test("an admin keeps at most so many views, two tabs at once too", async () => {
  const ctx = ctxFor(runtime, marta);
  const all = Array.from({ length: mostViews + 3 }, (_, at) => saveView(ctx, { name: `View ${at}`, address: "" }));
  const kept = (await Promise.all(all)).filter(({ ok }) => ok);
  expect(kept).toHaveLength(mostViews);
});

test("a note is written once, mentions colleagues, and notifies them", async () => {
  const orderId = await placed();
  const note = { orderId, text: "@Marta Klein please look, @nobody", once: newId() };
  must(await addNote(ctxFor(runtime, admin), note));
  must(await addNote(ctxFor(runtime, admin), note));
  const notes = must(await notesOfOrder(ctxFor(runtime, admin), { orderId }));
  expect(notes).toHaveLength(1);
  expect(notes[0]?.parts[0]).toMatchObject({ text: "@Marta Klein", mention: marta.id });
  const { rows } = await runtime.database.pool.query(
    "select payload from platform.outbox where name = 'admin.note-mention'",
  );
  expect(rows.map(({ payload }) => payload.to)).toEqual([marta.id]);
});

test("a note that names an admin who may not see orders is refused beside its field, and nobody is notified", async () => {
  const orderId = await placed();
  const vera = await createPerson(runtime, { role: 3, name: "Vera Moss" });
  await runtime.db
    .update(people)
    .set({ capabilities: ["money"] })
    .where(eq(people.id, vera.id));
  const text = "@Marta Klein and @Vera, please look";
  expect(await addNote(ctxFor(runtime, admin), { orderId, text, once: newId() })).toMatchObject({
    fields: [{ path: "text", message: expect.stringMatching(/^Vera Moss may not see orders/) }],
  });
  expect(must(await notesOfOrder(ctxFor(runtime, admin), { orderId }))).toEqual([]);
});

test("nobody but an admin for orders reads or writes notes and views", async () => {
  const orderId = await placed();
  const money = person(3, { capabilities: ["money"] });
  for (const who of [client, writer, money]) {
    const ctx = ctxFor(runtime, who);
    expect((await addNote(ctx, { orderId, text: "x", once: newId() })).ok).toBe(false);
    expect((await notesOfOrder(ctx, { orderId })).ok).toBe(false);
    expect((await myViews(ctx, {})).ok).toBe(false);
    expect((await saveView(ctx, { name: "x", address: "" })).ok).toBe(false);
  }
});

const posting = (fields: [string, string][]) =>
  new Request("http://x/admin/orders", { method: "POST", body: new URLSearchParams(fields) });

test("of the chosen orders those that can be are assigned; the others are named with the reason", async () => {
  const [paid, unpaid] = [await placed(), await placed()];
  await pay(runtime, paid);
  const chosen = await Promise.all(
    [paid, unpaid].map(async (id) => ["order", `${id}:${(await rowOf(runtime, id)).stepVersion}`] as [string, string]),
  );
  const ctx = ctxFor(runtime, admin);
  const fields: [string, string][] = [...chosen, ["step", "assign"], ["writerId", writer.id]];
  const answer = (await submitListStep(ctx, posting(fields))) as { result: { said: string; left: { id: string }[] } };
  expect(answer.result.said).toBe("The writer was asked for 1 order.");
  expect(answer.result.left.map(({ id }) => id)).toEqual([unpaid]);
  expect((await rowOf(runtime, paid)).status).toBe("assigned");
  const again = (await submitListStep(ctx, posting(fields))) as { result: { said: string; left: unknown[] } };
  expect(again.result.left).toHaveLength(2);
});

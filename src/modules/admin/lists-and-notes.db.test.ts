import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { people } from "#src/modules/accounts/tables.ts";
import { adminOrderList } from "#src/modules/orders/index.server.ts";
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
import { type ListAnswer, submitListStep } from "./screens/orders/submit-list-step.server.ts";

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

const posting = (fields: [string, string][], to: string) =>
  new Request(`http://x${to}`, { method: "POST", body: new URLSearchParams(fields) });

test("of the chosen orders those that can be are assigned; the others are named and stay chosen; then undone", async () => {
  const [paid, unpaid] = [await placed(), await placed()];
  await pay(runtime, paid);
  const ctx = ctxFor(runtime, admin);
  const submit = async (fields: [string, string][], to = "/admin/orders"): Promise<ListAnswer> => {
    const answer = await submitListStep(ctx, admin, posting(fields, to));
    if (!("chosen" in answer)) throw new Error("The step was refused.");
    return answer;
  };
  const values = await Promise.all([paid, unpaid].map(async (id) => `${id}:${(await rowOf(runtime, id)).stepVersion}`));
  const chosen = values.map((value) => ["order", value] as [string, string]);
  const planned = await submit([...chosen, ["step", "plan"], ["to", writer.id]]);
  expect(planned).toMatchObject({ chosen: [paid, unpaid], values: { to: writer.id }, plan: { asked: 1 } });
  expect(planned.plan?.stays.find(({ id }) => id === unpaid)?.why).toBe("not paid yet");
  expect((await rowOf(runtime, paid)).status).toBe("confirmed");

  // The second was not offered by the plan: the server refuses it all the same.
  const give: [string, string][] = values.map((value) => ["give", `${value}:${writer.id}`]);
  const answer = await submit([...give, ["stay", "another"], ["step", "give"]]);
  expect(answer.result?.message).toBe("1 writer asked for 1 order.");
  expect(answer.result?.left.map(({ id }) => id)).toEqual([unpaid]);
  expect(answer.chosen).toEqual([unpaid, "another"]);
  expect((await rowOf(runtime, paid)).status).toBe("assigned");
  expect((await submit([...give, ["step", "give"]])).result?.left).toHaveLength(2);

  const undo = answer.result?.undo.map((value) => ["undo", value] as [string, string]) ?? [];
  const undone = await submit([...undo, ["step", "undo"]]);
  expect(undone.result).toMatchObject({ message: "1 offer taken back.", left: [] });
  expect((await rowOf(runtime, paid)).status).toBe("confirmed");
});

test("all that fit the filter are chosen by the address, whatever is on the page", async () => {
  const paid = await placed();
  await pay(runtime, paid);
  const all = [
    ["all", "1"],
    ["step", "plan"],
  ] as [string, string][];
  const answer = await submitListStep(ctxFor(runtime, admin), admin, posting(all, "/admin/orders?watch=no-writer"));
  const { rows } = must(await adminOrderList(ctxFor(runtime, admin), { watch: "no-writer" }));
  expect(rows.length).toBeGreaterThan(0);
  expect("chosen" in answer && answer.chosen.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});

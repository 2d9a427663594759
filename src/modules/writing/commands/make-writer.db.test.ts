import { expect, test } from "vitest";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { audit } from "#src/platform/tables.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { adminWriters, promoteWriter } from "../index.server.ts";
import { ownCapacity } from "../queries/writer-directory.ts";

const runtime = await forThisFile(createAccountsRuntime());

const promote = (wish: object) => promoteWriter(systemCtx(runtime, "writer-create"), wish);

test("an account becomes a writer once, with a drawn pseudonym", async () => {
  const person = await createPerson(runtime, { email: "anna@example.test" });
  const first = await promote({ email: " Anna@Example.test " });
  expect(first).toMatchObject({ ok: true, value: { made: true, pseudonym: expect.stringMatching(/^Writer \w{4}$/) } });
  const again = await promote({ email: "anna@example.test" });
  expect(again).toMatchObject({ ok: true, value: { made: false, pseudonym: first.ok && first.value.pseudonym } });
  expect((await findPeople(runtime.db, [person.id])).get(person.id)?.role).toBe(2);
  const capacity = await ownCapacity(ctxFor(runtime, { ...person, role: 2 }), {});
  expect(capacity).toMatchObject({ ok: true, value: { active: true, capacity: 3, openOrders: 0 } });
  const written = (await runtime.db.select().from(audit)).filter(({ subject }) => subject === person.id);
  expect(written.map(({ action }) => action).sort()).toEqual(["account.role-changed", "writer.made"]);
});

test("a wished pseudonym is taken once and never changed", async () => {
  await createPerson(runtime, { email: "ben@example.test" });
  await createPerson(runtime, { email: "carl@example.test" });
  expect(await promote({ email: "ben@example.test", pseudonym: "Heron" })).toMatchObject({
    value: { pseudonym: "Heron", made: true },
  });
  expect(await promote({ email: "carl@example.test", pseudonym: "Heron" })).toMatchObject({ code: "conflict" });
  expect(await promote({ email: "ben@example.test", pseudonym: "Egret" })).toMatchObject({ code: "conflict" });
  for (const pseudonym of ["x", "a\u202eb c", "-dash-", "x".repeat(60)])
    expect(await promote({ email: "carl@example.test", pseudonym }), pseudonym).toMatchObject({ code: "invalid" });
});

test("unknown addresses and admins are refused in a sentence, and nothing is written", async () => {
  const admin = await createPerson(runtime, { email: "root@example.test", role: 3 });
  expect(await promote({ email: "nobody@example.test" })).toMatchObject({ code: "not-found" });
  expect(await promote({ email: "root@example.test" })).toMatchObject({ code: "conflict" });
  expect((await findPeople(runtime.db, [admin.id])).get(admin.id)?.role).toBe(3);
});

test("only the server makes writers, and only a writer has a place", async () => {
  const admin = await createPerson(runtime, { role: 3 });
  expect(await promoteWriter(ctxFor(runtime, admin), { email: "anna@example.test" })).toMatchObject({
    code: "forbidden",
  });
  expect(await ownCapacity(ctxFor(runtime, admin), {})).toMatchObject({ code: "not-found" });
  const writers = await adminWriters(ctxFor(runtime, admin), { today: "2026-03-10" });
  expect(writers.ok && writers.value.rows.map(({ pseudonym }) => pseudonym)).toContain("Heron");
});

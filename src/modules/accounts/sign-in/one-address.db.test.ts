import { afterAll, beforeAll, expect, test } from "vitest";
import { mails } from "#src/platform/tables.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { form, good, start } from "../accounts.testing.ts";
import { askReset, changeEmail, createAdmin, findPersonByEmail, register, signIn } from "../index.server.ts";
import { openBrowser } from "../providers/providers.testing.ts";
import { signInFixture } from "../providers/sign-in.testing.ts";
import { people, signIns } from "../tables.ts";

/** Spelled with letters that lower case turns into the ASCII ones of "kim@kiosk.test". */
const alike = ["\u212Aim@kiosk.test", "kim@\u212Aiosk.test", "\u212AIM@\u212AIOS\u212A.test", "kim@kio\u017Fk.test"];
const email = "kim@kiosk.test";

let runtime: TestRuntime;
beforeAll(async () => {
  runtime = await createAccountsRuntime({ mode: "demo", now: start, env: { LIMITS_FACTOR: "100" } });
  await register(ctxFor(runtime), form(email));
  await register(ctxFor(runtime), form("other@kiosk.test"));
});
afterAll(() => runtime.drop());

const emails = async () => (await runtime.db.select().from(people)).map((one) => one.email).sort();

test.each(alike)("%j is nobody's address at any handler", async (typed) => {
  expect(await register(ctxFor(runtime), form(typed))).toMatchObject({ ok: false, fields: [{ path: "email" }] });
  expect(await signIn(ctxFor(runtime), { email: typed, password: good }, null)).toMatchObject({ code: "signed-out" });
  expect(await askReset(ctxFor(runtime), { email: typed })).toMatchObject({ ok: false, fields: [{ path: "email" }] });
  const other = ctxFor(runtime, await createPerson(runtime));
  expect(await changeEmail(other, { email: typed })).toMatchObject({ ok: false, fields: [{ path: "email" }] });
  const wish = { email: typed, name: "Kim", password: undefined, promote: true };
  expect(await createAdmin(runtime, wish)).toMatchObject({ ok: false });
  expect(await findPersonByEmail(runtime.db, typed)).toBeNull();
  expect(await runtime.db.select().from(mails)).toEqual([]);
});

test.each([" KIM@Kiosk.Test ", "Kim@kiosk.test"])("%j is the address of the account", async (typed) => {
  const before = await emails();
  expect(await register(ctxFor(runtime), form(typed))).toMatchObject({ ok: false });
  expect(await emails()).toEqual(before);
  expect(await signIn(ctxFor(runtime), { email: typed, password: good }, null)).toMatchObject({ ok: true });
  expect(await findPersonByEmail(runtime.db, typed)).toMatchObject({ email });
});

test("what no database can store is no address either", async () => {
  for (const typed of ["a\u0000b@kiosk.test", "\uD800@kiosk.test", "x".repeat(100_000)])
    expect(await signIn(ctxFor(runtime), { email: typed, password: good }, null)).toMatchObject({ code: "signed-out" });
});

const { fixture, somebody, personOf } = await signInFixture();

test.each(["google", "apple"] as const)("%s: an address that only folds to somebody's opens nothing", async (kind) => {
  const owner = await createPerson(fixture.runtime, { email: `kim-${kind}@icloud.com` });
  const before = await fixture.runtime.db.select().from(people);
  for (const reportedAddress of [`\u212Aim-${kind}@icloud.com`, `kim-${kind}@icloud.\u017Fom`]) {
    const { sub } = somebody({ email: reportedAddress });
    expect(await openBrowser(fixture.runtime).go(kind, { person: sub })).toBe(`/login?trouble=${kind}.no-email`);
  }
  expect(await fixture.runtime.db.select().from(people)).toEqual(before);
  expect(await fixture.runtime.db.select().from(signIns)).toEqual([]);
  const { sub } = somebody({ email: owner.email.toUpperCase() });
  expect(await openBrowser(fixture.runtime).go(kind, { person: sub })).toBe("/dashboard");
  expect((await personOf(owner.email))?.id).toBe(owner.id);
  await fixture.runtime.db.delete(signIns);
});

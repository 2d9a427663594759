import { afterAll, beforeAll, expect, test } from "vitest";
import { mails } from "#src/platform/tables.ts";
import { ctxFor, type TestHouse } from "#tests/support/house.ts";
import { createAccountsHouse, createPerson } from "#tests/support/people.ts";
import { form, good, start } from "./accounts.testing.ts";
import { askReset, changeEmail, createAdmin, findPersonByEmail, register, signIn } from "./index.server.ts";
import { openBrowser } from "./providers/providers.testing.ts";
import { signInWorld } from "./providers/sign-in.testing.ts";
import { people, signIns } from "./tables.ts";

/** Spelled with letters that lower case turns into the ASCII ones of "kim@kiosk.test". */
const alike = ["\u212Aim@kiosk.test", "kim@\u212Aiosk.test", "\u212AIM@\u212AIOS\u212A.test", "kim@kio\u017Fk.test"];
const email = "kim@kiosk.test";

let house: TestHouse;
beforeAll(async () => {
  house = await createAccountsHouse({ mode: "demo", now: start, env: { LIMITS_FACTOR: "100" } });
  await register(ctxFor(house), form(email));
  await register(ctxFor(house), form("other@kiosk.test"));
});
afterAll(() => house.drop());

const emails = async () => (await house.db.select().from(people)).map((one) => one.email).sort();

test.each(alike)("%j is nobody's address at any door", async (typed) => {
  expect(await register(ctxFor(house), form(typed))).toMatchObject({ ok: false, fields: [{ path: "email" }] });
  expect(await signIn(ctxFor(house), { email: typed, password: good }, null)).toMatchObject({ code: "signed-out" });
  expect(await askReset(ctxFor(house), { email: typed })).toMatchObject({ ok: false, fields: [{ path: "email" }] });
  const other = ctxFor(house, await createPerson(house));
  expect(await changeEmail(other, { email: typed })).toMatchObject({ ok: false, fields: [{ path: "email" }] });
  const wish = { email: typed, name: "Kim", password: undefined, promote: true };
  expect(await createAdmin(house, wish)).toMatchObject({ ok: false });
  expect(await findPersonByEmail(house.db, typed)).toBeNull();
  expect(await house.db.select().from(mails)).toEqual([]);
});

test.each([" KIM@Kiosk.Test ", "Kim@kiosk.test"])("%j is the address of the account", async (typed) => {
  const before = await emails();
  expect(await register(ctxFor(house), form(typed))).toMatchObject({ ok: false });
  expect(await emails()).toEqual(before);
  expect(await signIn(ctxFor(house), { email: typed, password: good }, null)).toMatchObject({ ok: true });
  expect(await findPersonByEmail(house.db, typed)).toMatchObject({ email });
});

test("what no database can store is no address either", async () => {
  for (const typed of ["a\u0000b@kiosk.test", "\uD800@kiosk.test", "x".repeat(100_000)])
    expect(await signIn(ctxFor(house), { email: typed, password: good }, null)).toMatchObject({ code: "signed-out" });
});

const { world, somebody, personOf } = await signInWorld();

test.each(["google", "apple"] as const)("%s: an address that only folds to somebody's opens nothing", async (kind) => {
  const owner = await createPerson(world.house, { email: `kim-${kind}@kiosk.test` });
  const before = await world.house.db.select().from(people);
  for (const told of [`\u212Aim-${kind}@kiosk.test`, `kim-${kind}@\u212Aiosk.test`]) {
    const { sub } = somebody({ email: told });
    expect(await openBrowser(world.house).go(kind, { person: sub })).toBe(`/login?trouble=${kind}.no-email`);
  }
  expect(await world.house.db.select().from(people)).toEqual(before);
  expect(await world.house.db.select().from(signIns)).toEqual([]);
  const { sub } = somebody({ email: owner.email.toUpperCase() });
  expect(await openBrowser(world.house).go(kind, { person: sub })).toBe("/dashboard");
  expect((await personOf(owner.email))?.id).toBe(owner.id);
  await world.house.db.delete(signIns);
});

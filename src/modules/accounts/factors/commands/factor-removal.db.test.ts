import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { timers } from "#src/platform/tables.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { later, linkIn, mailsTo, start } from "../../accounts.testing.ts";
import { openSessionOf, peopleAdminFixture, reason, sessionsOf, trailOf } from "../../admin/admin-side.testing.ts";
import {
  authPort,
  factorRemovalDue,
  factorRemovalTimer,
  keepFactorsByLink,
  keepMyFactors,
  peopleWaiting,
  readKeepLink,
  signIn,
  startFactorRemoval,
  stopFactorRemoval,
} from "../../index.server.ts";
import { backupCodes, passkeys, people, signIns, totps } from "../../tables.ts";
import { factorsOf } from "../queries/factors-of.ts";

const { runtime, admin } = await peopleAdminFixture();
beforeEach(async () => {
  await runtime.db.delete(timers);
});

const addPasskey = (personId: string, createdAt: Date) =>
  runtime.db.insert(passkeys).values({
    ...{ id: crypto.randomUUID(), personId, credentialId: crypto.randomUUID(), publicKey: "key", counter: 0 },
    ...{ name: "Phone", createdAt },
  });

/** Somebody with an authenticator app, a backup code and a passkey. */
async function guarded(): Promise<Person> {
  const person = await createPerson(runtime);
  const at = runtime.clock();
  await runtime.db.insert(totps).values({ personId: person.id, secret: "sealed", createdAt: at, confirmedAt: at });
  await runtime.db
    .insert(backupCodes)
    .values({ id: crypto.randomUUID(), personId: person.id, hash: "x", createdAt: at });
  await addPasskey(person.id, at);
  return person;
}

const begin = (person: Person) => startFactorRemoval(ctxFor(runtime, admin), { personId: person.id, reason });
const tick = () => runDueTimers(runtime, [factorRemovalTimer]);
const hours = (count: number) => later(runtime, count * 3600);
const kindsTo = async (person: Person) => (await mailsTo(runtime, person.email)).map(({ subject }) => subject);
const actionsOn = async (person: Person) => (await trailOf(runtime, person.id)).map(({ action }) => action);

test("takes effect after 72 hours and not before; the owner is notified of both, and every session ends", async () => {
  const person = await guarded();
  await openSessionOf(runtime, person.id);
  expect(await begin(person)).toMatchObject({ ok: true });
  expect(await kindsTo(person)).toEqual(["Your second factor will be removed"]);
  expect(await factorRemovalDue(runtime.db, person.id)).toEqual(new Date(start.getTime() + 72 * 3_600_000));
  hours(71.99);
  expect(await tick()).toBe(0);
  expect(await factorsOf(runtime.db, person.id)).toMatchObject({ totp: true, passkeys: 1, backupCodes: 1 });
  hours(0.02);
  expect(await tick()).toBe(1);
  expect(await factorsOf(runtime.db, person.id)).toEqual({ totp: false, passkeys: 0, backupCodes: 0, any: false });
  expect(await sessionsOf(runtime, person.id)).toEqual([]);
  expect(await factorRemovalDue(runtime.db, person.id)).toBeNull();
  expect(await kindsTo(person)).toEqual(["Your second factor will be removed", "Your second factor was removed"]);
  expect(await actionsOn(person)).toEqual(["account.factor-removal-started", "account.factors-removed"]);
});

test("what the owner adds while it waits stays, also when the timer runs late", async () => {
  const person = await guarded();
  expect(await begin(person)).toMatchObject({ ok: true });
  hours(1);
  await addPasskey(person.id, runtime.clock());
  hours(200);
  expect(await tick()).toBe(1);
  expect(await factorsOf(runtime.db, person.id)).toEqual({ totp: false, passkeys: 1, backupCodes: 0, any: true });
});

const stops: Record<string, (person: Person) => Promise<unknown>> = {
  "its owner, by the link of the e-mail": async (person) => {
    const token = await linkIn(runtime, person.email);
    expect(await readKeepLink(ctxFor(runtime), { token })).toMatchObject({ ok: true });
    const kept = await keepFactorsByLink(ctxFor(runtime), { token });
    expect(await keepFactorsByLink(ctxFor(runtime), { token })).toMatchObject({ code: "expired" });
    return kept;
  },
  "its owner, signed in": (person) => keepMyFactors(ctxFor(runtime, person), {}),
  "an admin": (person) => stopFactorRemoval(ctxFor(runtime, admin), { personId: person.id, reason }),
};

test.each(Object.entries(stops))("is stopped by %s; later tries get a conflict", async (_who, stop) => {
  const person = await guarded();
  expect(await begin(person)).toMatchObject({ ok: true });
  hours(71);
  expect(await stop(person)).toMatchObject({ ok: true });
  hours(2);
  expect(await tick()).toBe(0);
  expect(await factorsOf(runtime.db, person.id)).toMatchObject({ totp: true, passkeys: 1 });
  expect((await kindsTo(person)).at(-1)).toBe("Your second factor stays");
  expect(await keepMyFactors(ctxFor(runtime, person), {})).toMatchObject({ code: "conflict" });
  const again = await stopFactorRemoval(ctxFor(runtime, admin), { personId: person.id, reason });
  expect(again).toMatchObject({ code: "conflict" });
});

test("starts once, and only where there is something to lose", async () => {
  const person = await guarded();
  const both = await Promise.all([begin(person), begin(person)]);
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(await kindsTo(person)).toHaveLength(1);
  expect(await begin(await createPerson(runtime))).toMatchObject({ code: "conflict" });
});

test("an account that was deleted meanwhile is left alone", async () => {
  const person = await guarded();
  await begin(person);
  await runtime.db.update(people).set({ anonymisedAt: runtime.clock() }).where(eq(people.id, person.id));
  hours(73);
  expect(await tick()).toBe(1);
  expect(await kindsTo(person)).toEqual(["Your second factor will be removed"]);
  await runtime.db.delete(people).where(eq(people.id, person.id));
});

test("the link of an older removal stops nothing, nor does it after the removal", async () => {
  const person = await guarded();
  await begin(person);
  const old = await linkIn(runtime, person.email);
  await keepMyFactors(ctxFor(runtime, person), {});
  hours(1);
  await begin(person);
  expect(await keepFactorsByLink(ctxFor(runtime), { token: old })).toMatchObject({ code: "expired" });
  const token = await linkIn(runtime, person.email);
  hours(73);
  expect(await keepFactorsByLink(ctxFor(runtime), { token })).toMatchObject({ code: "expired" });
  await tick();
  expect(await readKeepLink(ctxFor(runtime), { token })).toMatchObject({ code: "expired" });
});

test("the admin area knows which removals wait and which admins have no second factor", async () => {
  const person = await guarded();
  await begin(person);
  const waiting = await peopleWaiting(ctxFor(runtime, admin), {});
  if (!waiting.ok) throw new Error(waiting.message);
  expect(waiting.value.removals.map(({ id }) => id)).toContain(person.id);
  expect(waiting.value.bareAdmins).toEqual([{ id: admin.id, name: admin.name }]);
  await addPasskey(admin.id, start);
  expect(await peopleWaiting(ctxFor(runtime, admin), {})).toMatchObject({ value: { bareAdmins: [] } });
  expect(await peopleWaiting(ctxFor(runtime, person), {})).toMatchObject({ code: "not-found" });
  await runtime.db.delete(passkeys).where(eq(passkeys.personId, admin.id));
});

test("a password that was long enough beside a factor does not open the account alone", async () => {
  const person = await guarded();
  const auth = runtime.port(authPort);
  const [brief, long] = ["ten pebbles", "eleven pebbles in a row"];
  const setTo = async (password: string) => {
    const hash = await auth.hashing.hash(password);
    if (!hash.ok) throw new Error(hash.message);
    await runtime.db.delete(signIns).where(eq(signIns.userId, person.id));
    const at = runtime.clock();
    const row = { id: crypto.randomUUID(), userId: person.id, providerId: "credential", accountId: person.id };
    await runtime.db.insert(signIns).values({ ...row, password: hash.value, createdAt: at, updatedAt: at });
  };
  const enter = (password: string) => signIn(ctxFor(runtime), { email: person.email, password }, null);
  await setTo(brief);
  expect(await enter(brief)).toMatchObject({ ok: true, value: { next: "second-step" } });
  await begin(person);
  hours(72);
  await tick();
  const refused = await enter(brief);
  expect(refused).toMatchObject({ ok: false, code: "forbidden", message: expect.stringContaining("Reset it") });
  await setTo(long);
  expect(await enter(long)).toMatchObject({ ok: true });
});

import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Outcome } from "#src/shared/outcome.ts";
import { capabilities, guest, type Person, type Viewer } from "#src/shared/viewer.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { later, linkIn, mailsTo, other, start } from "../accounts.testing.ts";
import {
  blockPerson,
  endSessionsOf,
  setPassword,
  startFactorRemoval,
  startResetFor,
  stopFactorRemoval,
  unblockPerson,
} from "../index.server.ts";
import { people } from "../tables.ts";
import {
  adminWith,
  changeBy,
  openSessionOf,
  peopleAdminFixture,
  reason,
  roleWish,
  rowOf,
  sessionsOf,
  trailOf,
} from "./admin-side.testing.ts";

const { runtime, admin } = await peopleAdminFixture();

type Run = (ctx: Ctx, raw: unknown) => Promise<Outcome<unknown>>;
const commands: readonly (readonly [string, Run, object])[] = [
  ["block", blockPerson, {}],
  ["unblock", unblockPerson, {}],
  ["end sessions", endSessionsOf, {}],
  ["send a reset link", startResetFor, {}],
  ["start a removal", startFactorRemoval, {}],
  ["stop a removal", stopFactorRemoval, {}],
];
const by = (viewer: Viewer) => ctxFor(runtime, viewer);

describe.each(commands)("%s", (_name, run) => {
  test("is refused to everybody but a fresh admin with the capability people", async () => {
    const person = await createPerson(runtime);
    const wish = { personId: person.id, reason };
    const clerk = await adminWith(runtime, ["orders", "money", "chat", "prices", "settings"]);
    const waiting: Person = { ...admin, role: 1, waitingRole: 3, capabilities: [] };
    for (const viewer of [guest, person, await createPerson(runtime, { role: 2 }), clerk, waiting])
      expect(await run(by(viewer), wish), viewer.kind).toMatchObject({ code: "not-found" });
    expect(await run(by({ ...admin, freshAt: null }), wish)).toMatchObject({ code: "step-up" });
    const old = { ...admin, freshAt: new Date(start.getTime() - 600_000) };
    expect(await run(by(old), wish)).toMatchObject({ code: "step-up" });
    expect(await trailOf(runtime, person.id)).toEqual([]);
  });

  test.each([
    [undefined, "Give a reason."],
    ["", "at least 3"],
    [" ab ", "at least 3"],
    ["x".repeat(501), "at most 500"],
    ["a\0b c", "This has characters that cannot be kept."],
  ])("asks for a reason: %j", async (given, message) => {
    const person = await createPerson(runtime);
    expect(await run(by(admin), { personId: person.id, reason: given })).toMatchObject({
      code: "invalid",
      fields: [{ path: "reason", message: expect.stringContaining(message) }],
    });
  });

  test("is refused for the own account, for nobody, and for an admin who may do more", async () => {
    const half = await adminWith(runtime, ["people", "orders"]);
    const wish = (personId: string) => ({ personId, reason });
    expect(await run(by(half), wish(half.id))).toMatchObject({ code: "forbidden" });
    expect(await run(by(half), wish(admin.id))).toMatchObject({ code: "forbidden" });
    expect(await run(by(admin), wish(crypto.randomUUID()))).toMatchObject({ code: "not-found" });
    const gone = await createPerson(runtime);
    await runtime.db.update(people).set({ anonymisedAt: start }).where(eq(people.id, gone.id));
    expect(await run(by(admin), wish(gone.id))).toMatchObject({ code: "not-found" });
    for (const { id } of [half, admin, gone]) expect(await trailOf(runtime, id)).toEqual([]);
  });

  test("counts what the admin may do now, not when the request began", async () => {
    const person = await createPerson(runtime);
    const before = await adminWith(runtime, ["people"]);
    await runtime.db.update(people).set({ role: 1, capabilities: [] }).where(eq(people.id, before.id));
    expect(await run(by(before), { personId: person.id, reason })).toMatchObject({ code: "conflict" });
    const blocked = await adminWith(runtime, ["people"]);
    await runtime.db.update(people).set({ blockedAt: start }).where(eq(people.id, blocked.id));
    expect(await run(by(blocked), { personId: person.id, reason })).toMatchObject({ code: "conflict" });
    expect(await trailOf(runtime, person.id)).toEqual([]);
  });
});

describe("another role", () => {
  test("is given with a reason; the person is signed out and gets a mail", async () => {
    const person = await createPerson(runtime);
    await openSessionOf(runtime, person.id);
    expect(await changeBy(runtime, admin, person.id)).toMatchObject({ ok: true });
    expect(await rowOf(runtime, person.id)).toMatchObject({ role: 2, capabilities: [] });
    expect(await sessionsOf(runtime, person.id)).toEqual([]);
    expect(await trailOf(runtime, person.id)).toMatchObject([
      { action: "account.role-changed", actor: admin.id, detail: { from: 1, to: 2, reason } },
    ]);
    expect(await mailsTo(runtime, person.email)).toMatchObject([{ kind: "account.role-changed" }]);
  });

  test("an admin gets what was chosen, in one order and each once; a client gets nothing", async () => {
    const person = await createPerson(runtime);
    const wish = { role: "3", capabilities: ["people", "orders", "people"] };
    expect(await changeBy(runtime, admin, person.id, wish)).toMatchObject({ ok: true });
    expect(await rowOf(runtime, person.id)).toMatchObject({ role: 3, capabilities: ["orders", "people"] });
    const back = { role: "1", capabilities: ["people"], seen: "3:orders,people" };
    expect(await changeBy(runtime, admin, person.id, back)).toMatchObject({ ok: true });
    expect(await rowOf(runtime, person.id)).toMatchObject({ role: 1, capabilities: [] });
  });

  test.each([
    [{ role: "4" }, "role"],
    [{ role: "" }, "role"],
    [{ role: "1" }, "role"],
    [{ role: "3" }, "capabilities"],
    [{ role: "3", capabilities: ["root"] }, "capabilities.0"],
    [{ role: "3", capabilities: ["orders", "settings"] }, "capabilities"],
    [{ reason: "no" }, "reason"],
    [{ emailVerified: true }, "emailVerified"],
  ])("%o is refused at %s", async (more, path) => {
    const half = await adminWith(runtime, ["people", "orders"]);
    const person = await createPerson(runtime);
    expect(await changeBy(runtime, half, person.id, more)).toMatchObject({ code: "invalid", fields: [{ path }] });
    expect(await rowOf(runtime, person.id)).toMatchObject({ role: 1 });
  });

  test("the second of two admins gets a conflict, and a double click changes nothing twice", async () => {
    const person = await createPerson(runtime);
    const both = await Promise.all([
      changeBy(runtime, admin, person.id),
      changeBy(runtime, await adminWith(runtime, capabilities), person.id, { role: "3", capabilities: ["orders"] }),
    ]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(both.find(({ ok }) => !ok)).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Somebody else was first. The role is"),
    });
    const { role } = await rowOf(runtime, person.id);
    expect(await changeBy(runtime, admin, person.id, { role: String(role) })).toMatchObject({ code: "conflict" });
    expect(await trailOf(runtime, person.id)).toHaveLength(1);
  });

  test("an admin cannot change the own role, and the last admin sees why", async () => {
    const own = { role: "1", seen: "3:people" };
    const alone = await createAccountsRuntime({ mode: "demo", now: start });
    try {
      const only = await adminWith(alone, ["people"]);
      expect(await changeBy(alone, only, only.id, own)).toMatchObject({
        code: "conflict",
        message: expect.stringContaining("at least one admin"),
      });
      const second = await adminWith(alone, ["people"]);
      expect(await changeBy(alone, only, only.id, own)).toMatchObject({ code: "forbidden" });
      const both = await Promise.all([changeBy(alone, only, second.id, own), changeBy(alone, second, only.id, own)]);
      expect(both.map((outcome) => (outcome.ok ? "done" : outcome.code)).sort()).toEqual(["conflict", "done"]);
      const roles = [await rowOf(alone, only.id), await rowOf(alone, second.id)].map(({ role }) => role);
      expect(roles.sort()).toEqual([1, 3]);
    } finally {
      await alone.drop();
    }
  });

  test("two admins who block each other: one account stays open", async () => {
    const [one, two] = [await adminWith(runtime, ["people"]), await adminWith(runtime, ["people"])];
    const both = await Promise.all([
      blockPerson(by(one), { personId: two.id, reason }),
      blockPerson(by(two), { personId: one.id, reason }),
    ]);
    expect(both.map((outcome) => (outcome.ok ? "done" : outcome.code)).sort()).toEqual(["conflict", "done"]);
  });

  test("a client posts the whole wish and stays a client", async () => {
    const person = await createPerson(runtime);
    const wish = roleWish(person.id, { role: "3", capabilities: [...capabilities] });
    expect(await changeBy(runtime, person, person.id, wish)).toMatchObject({ code: "not-found" });
    expect(await rowOf(runtime, person.id)).toMatchObject({ role: 1, capabilities: [] });
  });
});

describe("a blocked account", () => {
  test("is out everywhere at once, keeps the reason for the admins, and its reset links end", async () => {
    const person = await createPerson(runtime, { email: "blocked@example.test" });
    await openSessionOf(runtime, person.id);
    await openSessionOf(runtime, person.id);
    expect(await startResetFor(by(admin), { personId: person.id, reason })).toMatchObject({ ok: true });
    const token = await linkIn(runtime, person.email);
    later(runtime, 1);
    expect(await blockPerson(by(admin), { personId: person.id, reason: " A stolen card. " })).toMatchObject({
      ok: true,
    });
    expect(await rowOf(runtime, person.id)).toMatchObject({ blockedAt: runtime.clock(), blockedFor: "A stolen card." });
    expect(await sessionsOf(runtime, person.id)).toEqual([]);
    expect(await setPassword(ctxFor(runtime), { token, password: other })).toMatchObject({ code: "expired" });
    const mail = (await mailsTo(runtime, person.email)).at(-1);
    expect(mail?.kind).toBe("account.blocked");
    expect(JSON.stringify(mail)).not.toContain("stolen card");
  });

  test("is blocked once and unblocked once; a second try gets a conflict", async () => {
    const person = await createPerson(runtime);
    const wish = { personId: person.id, reason };
    const twice = await Promise.all([blockPerson(by(admin), wish), blockPerson(by(admin), wish)]);
    expect(twice.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(twice.find(({ ok }) => !ok)).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("already"),
    });
    expect(await startResetFor(by(admin), wish)).toMatchObject({ code: "conflict" });
    expect(await unblockPerson(by(admin), wish)).toMatchObject({ ok: true });
    expect(await unblockPerson(by(admin), wish)).toMatchObject({ code: "conflict" });
    expect(await rowOf(runtime, person.id)).toMatchObject({ blockedAt: null, blockedFor: null });
    const written = await trailOf(runtime, person.id);
    expect(written.map(({ action, detail }) => [action, detail.reason])).toEqual([
      ["account.blocked", reason],
      ["account.unblocked", reason],
    ]);
  });
});

test("one session or all are ended, and only those of this person", async () => {
  const [person, stranger] = [await createPerson(runtime), await createPerson(runtime)];
  const [first, second] = [await openSessionOf(runtime, person.id), await openSessionOf(runtime, person.id)];
  const foreign = await openSessionOf(runtime, stranger.id);
  const end = (more: object = {}) => endSessionsOf(by(admin), { personId: person.id, reason, ...more });
  expect(await end({ sessionId: foreign })).toMatchObject({ code: "conflict" });
  expect(await end({ sessionId: first })).toMatchObject({ ok: true, value: 1 });
  expect(await end({ sessionId: first })).toMatchObject({ code: "conflict" });
  expect((await sessionsOf(runtime, person.id)).map(({ id }) => id)).toEqual([second]);
  expect(await end()).toMatchObject({ ok: true, value: 1 });
  expect(await end()).toMatchObject({ code: "conflict" });
  expect(await sessionsOf(runtime, stranger.id)).toHaveLength(1);
});

test("a reset is a mail and never a password; three an hour go to one mailbox", async () => {
  const person = await createPerson(runtime);
  const send = () => {
    later(runtime, 1);
    return startResetFor(by(admin), { personId: person.id, reason });
  };
  for (let sent = 0; sent < 3; sent += 1) expect(await send()).toMatchObject({ ok: true });
  expect(await send()).toMatchObject({ code: "too-many", retryAfter: expect.any(Number) });
  const mails = await mailsTo(runtime, person.email);
  expect(mails.map(({ kind }) => kind)).toEqual(["account.reset", "account.reset", "account.reset"]);
  const token = await linkIn(runtime, person.email);
  expect(await setPassword(ctxFor(runtime), { token, password: other })).toMatchObject({ ok: true });
});

test("without a mail server no page claims that a link was sent", async () => {
  const real = await createAccountsRuntime({ mode: "real", now: start });
  try {
    const [boss, person] = [await adminWith(real, ["people"]), await createPerson(real)];
    const ctx = ctxFor(real, boss);
    expect(await startResetFor(ctx, { personId: person.id, reason })).toMatchObject({ code: "unavailable" });
    expect(await mailsTo(real, person.email)).toEqual([]);
  } finally {
    await real.drop();
  }
});

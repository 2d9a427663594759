import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { audit } from "#src/platform/tables.ts";
import { done } from "#src/shared/outcome.ts";
import { guest, type Person, type Viewer } from "#src/shared/viewer.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { cookieOf, form, good, later, mailsTo, signedIn, start } from "../accounts.testing.ts";
import {
  changeProfile,
  findPeople,
  myProfile,
  register,
  removeDemoAccounts,
  resolveViewer,
  seedDemoAccounts,
  setRole,
  signIn,
  signOut,
  sweepAccounts,
} from "../index.server.ts";
import { people, sessions, signIns } from "../tables.ts";

const whoIs = (runtime: TestRuntime, headers: Headers): Promise<Viewer> => resolveViewer(runtime, headers);

describe("demo mode", () => {
  let runtime: TestRuntime;
  beforeAll(async () => {
    runtime = await createAccountsRuntime({ mode: "demo", now: start });
  });
  afterAll(() => runtime.drop());

  test("signing up signs in at once, with role 1 whatever the request says", async () => {
    const body = form("Sign.Up@Example.test", {
      role: 3,
      id: "x",
      emailVerified: false,
      capabilities: ["money"],
      blockedAt: null,
      timeZone: "Asia/Saigon",
    });
    const made = await register(ctxFor(runtime), body);
    if (!made.ok || made.value.state !== "signed-in") throw new Error("not signed in");
    expect(made.value.signedIn.home).toBe("/dashboard");
    const viewer = await whoIs(runtime, cookieOf(made.value.signedIn.cookies));
    expect(viewer).toMatchObject({
      kind: "person",
      role: 1,
      capabilities: [],
      email: "sign.up@example.test",
      name: "Linh Tran",
      emailVerified: true,
      timeZone: "Asia/Saigon",
    });
    const mine = await myProfile(ctxFor(runtime, viewer), {});
    expect(mine.ok && mine.value.profile).toEqual({
      userid: made.value.signedIn.personId,
      name: "Linh Tran",
      email: "sign.up@example.test",
      role: 1,
      dateCreated: start.toISOString(),
      passwordHash: "managed",
    });
    const [row] = await runtime.db.select().from(signIns).where(eq(signIns.userId, made.value.signedIn.personId));
    expect(row).toMatchObject({ providerId: "credential", password: expect.stringMatching(/^\$argon2id\$/) });
    expect(await mailsTo(runtime, "sign.up@example.test")).toEqual([]);
  });

  test("a taken address says so, also when both come at once", async () => {
    const both = await Promise.all([
      register(ctxFor(runtime), form("twice@example.test")),
      register(ctxFor(runtime), form("TWICE@example.test")),
    ]);
    expect(both.map((o) => o.ok).sort()).toEqual([false, true]);
    expect(both.find((o) => !o.ok)).toMatchObject({
      code: "invalid",
      fields: [{ path: "email", message: expect.stringContaining("There is an account with this e-mail") }],
    });
    expect(await runtime.db.select().from(people).where(eq(people.email, "twice@example.test"))).toHaveLength(1);
  });

  test.each([
    [{ name: " " }, "name"],
    [{ name: "a\r\nBcc: b@c.d" }, "name"],
    [{ email: "nobody" }, "email"],
    [{ email: "a@b.c,d@e.f" }, "email"],
    [{ email: "a@b.c\r\nBcc: d@e.f" }, "email"],
    [{ password: "too short" }, "password"],
    [{ password: "Linh Tran Linh Tran" }, "password"],
    [{ terms: undefined }, "terms"],
  ])("%j is refused beside its field", async (wrong, path) => {
    const refused = await register(ctxFor(runtime), { ...form("wrong@example.test"), ...wrong });
    expect(refused).toMatchObject({ ok: false, code: "invalid", fields: [{ path }] });
    expect(await runtime.db.select().from(people).where(eq(people.email, "wrong@example.test"))).toEqual([]);
  });

  test("JSON says yes in its own way", async () => {
    const refused = await register(ctxFor(runtime), { ...form("x"), terms: true });
    expect(refused).toMatchObject({ ok: false, fields: [{ path: "email" }] });
    const nobody = { email: "nobody.here@example.test", password: good, short: true };
    expect(await signIn(ctxFor(runtime), nobody, null)).not.toMatchObject({ code: "invalid" });
    expect(await register(ctxFor(runtime), { ...form("x"), terms: false })).toMatchObject({
      fields: [{ path: "email" }, { path: "terms" }],
    });
  });

  test("all errors are reported at once", async () => {
    const refused = await register(ctxFor(runtime), { name: "", email: "x", password: "short" });
    const paths = refused.ok ? [] : (refused.fields ?? []).map(({ path }) => path);
    expect(paths).toEqual(["name", "email", "password", "terms"]);
    expect(await register(ctxFor(runtime), null)).toMatchObject({ ok: false, code: "invalid" });
  });

  test("each sign-in has a session of its own; the old one of the browser ends; the database knows no token", async () => {
    const first = await signedIn(runtime, "sign.up@example.test");
    const viewer = await whoIs(runtime, first.headers);
    const again = await signIn(ctxFor(runtime, viewer), { email: "sign.up@example.test", password: good }, null);
    if (!again.ok) throw new Error(again.message);
    expect(await whoIs(runtime, first.headers)).toEqual(guest);
    const second = cookieOf(again.value.cookies);
    expect(await whoIs(runtime, second)).toMatchObject({ kind: "person" });
    const token = decodeURIComponent(second.get("cookie")?.split("=")[1] ?? "").split(".")[0] ?? "";
    expect(token).toHaveLength(43);
    const stored = JSON.stringify(await runtime.db.select().from(sessions));
    expect(stored).not.toContain(token);
  });

  test("signing out ends the session, for every process that asks", async () => {
    const { headers } = await signedIn(runtime, "sign.up@example.test");
    const out = await signOut(ctxFor(runtime, await whoIs(runtime, headers)), {});
    expect(out.ok && out.value.cookies[0]).toContain("pw_session=; ");
    expect(await whoIs(runtime, headers)).toEqual(guest);
    expect(await signOut(ctxFor(runtime), {})).toMatchObject({ ok: true });
  });

  test("a blocked person is a guest and cannot sign in", async () => {
    const { headers, id } = await signedIn(runtime, "twice@example.test");
    await runtime.db.update(people).set({ blockedAt: start }).where(eq(people.id, id));
    expect(await whoIs(runtime, headers)).toEqual(guest);
    expect(await signIn(ctxFor(runtime), { email: "twice@example.test", password: good }, null)).toMatchObject({
      ok: false,
      code: "forbidden",
    });
  });

  test("at most 20 sessions a person: the oldest goes", async () => {
    await register(ctxFor(runtime), form("many@example.test"));
    const first = await signedIn(runtime, "many@example.test");
    for (let n = 0; n < 20; n += 1) {
      later(runtime, 1);
      await signedIn(runtime, "many@example.test");
    }
    expect(await runtime.db.select().from(sessions).where(eq(sessions.userId, first.id))).toHaveLength(20);
    expect(await whoIs(runtime, first.headers)).toEqual(guest);
    runtime.setNow(start);
  });

  test("the three demo accounts, made once however often they are asked for", async () => {
    const texts = { termsVersion: "2026-11", privacyVersion: "2026-10" };
    const first = await seedDemoAccounts(runtime, texts);
    expect(await seedDemoAccounts(runtime)).toEqual(first);
    const accepted = await runtime.db.select().from(people).where(eq(people.demo, true));
    expect(accepted.map((row) => row.termsAcceptedAt !== null)).toEqual([true, true, true, true]);
    for (const row of accepted) expect(row).toMatchObject(texts);
    const entered = await signIn(
      ctxFor(runtime),
      { email: "admin@demo.test", password: "paper boat in the rain" },
      null,
    );
    if (!entered.ok) throw new Error(entered.message);
    expect(entered.value.home).toBe("/admin");
    expect(await whoIs(runtime, cookieOf(entered.value.cookies))).toMatchObject({
      role: 3,
      capabilities: ["chat", "orders", "money", "prices", "people", "settings"],
    });
    const found = await findPeople(runtime.db, [first.client.id, first.writer.id, "nonsense", first.client.id]);
    expect([...found.values()].map((p) => [p.email, p.role]).sort()).toEqual([
      ["client@demo.test", 1],
      ["writer@demo.test", 2],
    ]);
  });

  test("name and time zone change; nothing else does", async () => {
    const { headers, id } = await signedIn(runtime, "sign.up@example.test");
    const ctx = ctxFor(runtime, await whoIs(runtime, headers));
    expect(await changeProfile(ctx, { name: " Linh  T. ", timeZone: "Europe/Berlin" })).toMatchObject({ ok: true });
    expect(await whoIs(runtime, headers)).toMatchObject({ name: "Linh T.", timeZone: "Europe/Berlin" });
    expect(await changeProfile(ctx, { name: "X", timeZone: "Mars/Base" })).toMatchObject({
      ok: false,
      fields: [{ path: "timeZone" }],
    });
    expect(await changeProfile(ctx, { name: "X", timeZone: "", role: 3 })).toMatchObject({
      ok: false,
      fields: [{ path: "role" }],
    });
    expect(await changeProfile(ctx, { name: "X", timeZone: "" })).toMatchObject({ ok: true });
    expect(await changeProfile(ctxFor(runtime), { name: "X", timeZone: "" })).toMatchObject({
      ok: false,
      code: "signed-out",
    });
    const log = await runtime.db.select().from(audit).where(eq(audit.subject, id));
    expect(log.map((row) => row.action)).toEqual(
      expect.arrayContaining(["account.registered", "account.signed-in", "account.profile-changed"]),
    );
    expect(JSON.stringify(log)).not.toContain(good);
  });

  test("another role ends every session; the last admin stays", async () => {
    const { headers, id } = await signedIn(runtime, "sign.up@example.test");
    const change = (personId: string, role: 1 | 2 | 3) =>
      inTransaction(systemCtx(runtime, "test"), (work) => setRole(work, { personId, role }));
    expect(await change(id, 2)).toEqual(done(null));
    expect(await whoIs(runtime, headers)).toEqual(guest);
    expect(await change((await createPerson(runtime)).sessionId, 2)).toMatchObject({ ok: false, code: "not-found" });
    const { admin } = await seedDemoAccounts(runtime);
    expect(await change(admin.id, 1)).toMatchObject({
      ok: false,
      code: "conflict",
      message: expect.stringContaining("at least one admin"),
    });
  });

  test("a role is given by the product itself, and by admins for people within their own rights", async () => {
    const { id } = await createPerson(runtime);
    const give = (who: Person, role: 2 | 3) =>
      inTransaction(ctxFor(runtime, who), (work) => setRole(work, { personId: id, role, capabilities: ["money"] }));
    const people = { ...(await createPerson(runtime, { role: 3 })), capabilities: ["people" as const] };
    const orders = { ...people, capabilities: ["orders" as const] };
    for (const who of [orders, await createPerson(runtime, { role: 1 }), await createPerson(runtime, { role: 2 })])
      for (const role of [2, 3] as const) expect(await give(who, role)).toMatchObject({ code: "not-found" });
    expect(await give(people, 3)).toMatchObject({ code: "not-found" });
    expect(await give(people, 2)).toEqual(done(null));
  });
});

test("the demo accounts go in one step, with their sessions; others stay", async () => {
  const runtime = await createAccountsRuntime({ mode: "demo", now: start });
  try {
    await seedDemoAccounts(runtime);
    const { headers } = await signedIn(runtime, "client@demo.test", "paper boat in the rain");
    const own = await createPerson(runtime);
    const gone = await inTransaction(systemCtx(runtime, "test"), async (work) => done(await removeDemoAccounts(work)));
    expect(gone).toEqual(done(4));
    expect(await whoIs(runtime, headers)).toEqual(guest);
    expect(await runtime.db.select({ id: people.id }).from(people)).toEqual([{ id: own.id }]);
  } finally {
    await runtime.drop();
  }
});

describe("lifetimes", () => {
  let runtime: TestRuntime;
  beforeAll(async () => {
    runtime = await createAccountsRuntime({ mode: "demo", now: start });
    await seedDemoAccounts(runtime);
  });
  afterAll(() => runtime.drop());

  test("an admin's session ends after an hour without use and after 12 hours at all", async () => {
    runtime.setNow(start);
    const admin = await signedIn(runtime, "admin@demo.test", "paper boat in the rain");
    const idle = await signedIn(runtime, "admin@demo.test", "paper boat in the rain");
    for (let minutes = 50; minutes < 12 * 60; minutes += 50) {
      runtime.setNow(new Date(start.getTime() + minutes * 60_000));
      expect(await whoIs(runtime, admin.headers)).toMatchObject({ kind: "person", role: 3 });
    }
    expect(await whoIs(runtime, idle.headers)).toEqual(guest);
    runtime.setNow(new Date(start.getTime() + 12 * 3_600_000));
    expect(await whoIs(runtime, admin.headers)).toEqual(guest);
  });

  test("a session follows the role of today, not of the sign-in", async () => {
    runtime.setNow(start);
    const client = await signedIn(runtime, "client@demo.test", "paper boat in the rain");
    runtime.setNow(new Date(start.getTime() + 2 * 3_600_000));
    expect(await whoIs(runtime, client.headers)).toMatchObject({ role: 1 });
    runtime.setNow(new Date(start.getTime() + 5 * 3_600_000));
    await runtime.db.update(people).set({ role: 3 }).where(eq(people.id, client.id));
    expect(await whoIs(runtime, client.headers)).toEqual(guest);
  });

  test("what ended is swept away", async () => {
    runtime.setNow(new Date(start.getTime() + 31 * 86_400_000));
    await sweepAccounts.run(runtime);
    expect(await runtime.db.select().from(sessions)).toEqual([]);
  });
});

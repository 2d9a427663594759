import { eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { done } from "#src/shared/outcome.ts";
import { guest, type Viewer } from "#src/shared/viewer.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { cookieOf, form, good, later, linkIn, mailsTo, other, signedIn, start } from "../accounts.testing.ts";
import {
  askReset,
  authPort,
  confirmEmail,
  readResetLink,
  register,
  resendConfirmation,
  resolveViewer,
  setPassword,
  signIn,
} from "../index.server.ts";
import { passkeys, people, signIns, verificationTokens } from "../tables.ts";

const whoIs = (runtime: TestRuntime, headers: Headers): Promise<Viewer> => resolveViewer(runtime, headers);

/** The kinds of statements that a step sends; a savepoint that is taken back counts as one that is kept. */
async function statements(step: () => Promise<void>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  await step();
  const texts = sent.mock.calls.map(([first]: unknown[]) =>
    typeof first === "string" ? first : (first as { text: string }).text,
  );
  sent.mockRestore();
  return texts.map(
    (text) =>
      text.replace(/^(rollback to|release) savepoint.*/i, "end savepoint").split(/\bvalues\b|\bwhere\b/)[0] ?? "",
  );
}

describe("real mode", () => {
  let runtime: TestRuntime;
  beforeAll(async () => {
    runtime = await createAccountsRuntime({
      mode: "real",
      now: start,
      env: { SMTP_URL: "smtp://localhost:2525", LIMITS_FACTOR: "1000" },
    });
  });
  afterAll(() => runtime.drop());

  test("registering answers the same for new and known addresses; the account begins with the link", async () => {
    const next = "/order?quote=0190c";
    const answer = await register(ctxFor(runtime), form("real@example.test", { next, role: 3 }));
    expect(answer).toEqual(done({ state: "mail-sent" }));
    expect(await runtime.db.select().from(people)).toEqual([]);
    expect(await signIn(ctxFor(runtime), { email: "real@example.test", password: good }, null)).toMatchObject({
      ok: false,
    });
    const token = await linkIn(runtime, "real@example.test");
    // Whoever typed the address may not own it: nothing that they wrote reaches its owner.
    const [first] = await mailsTo(runtime, "real@example.test");
    expect(JSON.stringify(first)).not.toMatch(/Linh|Tran/);
    expect(JSON.stringify(await runtime.db.select().from(verificationTokens))).not.toContain(token);

    const used = await Promise.all(Array.from({ length: 5 }, () => confirmEmail(ctxFor(runtime), { token })));
    const [confirmed] = used.filter((o) => o.ok);
    expect(used.filter((o) => o.ok)).toHaveLength(1);
    if (!confirmed?.ok) throw new Error("no link worked");
    expect(confirmed.value.next).toBe(next);
    expect(await whoIs(runtime, cookieOf(confirmed.value.signedIn.cookies))).toMatchObject({
      kind: "person",
      role: 1,
      emailVerified: true,
    });

    later(runtime, 1);
    expect(await register(ctxFor(runtime), form("real@example.test"))).toEqual(answer);
    const sent = await mailsTo(runtime, "real@example.test");
    expect(sent.map((m) => m.kind)).toEqual(["account.confirm", "account.known"]);
    expect(sent[1]?.content?.button?.path).toBe("/login");
    expect((await signedIn(runtime, "real@example.test")).id).toBe(confirmed.value.signedIn.personId);
  });

  test("an unconfirmed registration by a stranger does not keep the owner out", async () => {
    await register(ctxFor(runtime), form("owner@example.test", { name: "Stranger", password: other }));
    const stranger = await linkIn(runtime, "owner@example.test");
    later(runtime, 1);
    await register(ctxFor(runtime), form("owner@example.test", { name: "Owner" }));
    const own = await linkIn(runtime, "owner@example.test");
    const confirmed = await confirmEmail(ctxFor(runtime), { token: own });
    expect(confirmed.ok).toBe(true);
    expect(await confirmEmail(ctxFor(runtime), { token: stranger })).toMatchObject({ ok: false, code: "expired" });
    expect(await signIn(ctxFor(runtime), { email: "owner@example.test", password: other }, null)).toMatchObject({
      ok: false,
    });
    await signedIn(runtime, "owner@example.test");
  });

  test("the link can be sent again, and is over after 24 hours", async () => {
    later(runtime, 1);
    await register(ctxFor(runtime), form("again@example.test"));
    later(runtime, 23 * 3600);
    expect(await resendConfirmation(ctxFor(runtime), { email: "again@example.test" })).toEqual(done(null));
    expect(await resendConfirmation(ctxFor(runtime), { email: "nobody@example.test" })).toEqual(done(null));
    expect(await mailsTo(runtime, "nobody@example.test")).toEqual([]);
    expect(await mailsTo(runtime, "again@example.test")).toHaveLength(2);
    const token = await linkIn(runtime, "again@example.test");
    later(runtime, 24 * 3600 + 1);
    expect(await confirmEmail(ctxFor(runtime), { token })).toMatchObject({ ok: false, code: "expired" });
  });

  test("a reset link works once, for 30 minutes, ends all sessions and notifies the owner", async () => {
    later(runtime, 1);
    const before = await signedIn(runtime, "real@example.test");
    expect(await askReset(ctxFor(runtime), { email: "Real@Example.test" })).toEqual(done(null));
    const old = await linkIn(runtime, "real@example.test");
    later(runtime, 60);
    await askReset(ctxFor(runtime), { email: "real@example.test" });
    const token = await linkIn(runtime, "real@example.test");
    expect(await setPassword(ctxFor(runtime), { token: old, password: other })).toMatchObject({
      ok: false,
      code: "expired",
    });
    expect(await setPassword(ctxFor(runtime), { token, password: "short" })).toMatchObject({
      ok: false,
      fields: [{ path: "password" }],
    });
    later(runtime, 1);
    const used = await Promise.all(
      Array.from({ length: 8 }, () => setPassword(ctxFor(runtime), { token, password: other })),
    );
    expect(used.filter((o) => o.ok)).toHaveLength(1);
    expect(await whoIs(runtime, before.headers)).toEqual(guest);
    expect(await signIn(ctxFor(runtime), { email: "real@example.test", password: good }, null)).toMatchObject({
      ok: false,
    });
    expect((await mailsTo(runtime, "real@example.test")).at(-1)).toMatchObject({ kind: "account.password-changed" });
    await signedIn(runtime, "real@example.test", other);

    later(runtime, 1);
    await askReset(ctxFor(runtime), { email: "real@example.test" });
    const late = await linkIn(runtime, "real@example.test");
    later(runtime, 30 * 60);
    expect(await setPassword(ctxFor(runtime), { token: late, password: good })).toMatchObject({
      ok: false,
      code: "expired",
    });
  });

  test("a reset disconnects whoever else was connected; what is the owner's own e-mail and every factor stays", async () => {
    later(runtime, 1);
    const email = "handlers@example.test";
    const { id } = await createPerson(runtime, { email });
    const row = { userId: id, createdAt: runtime.clock(), updatedAt: runtime.clock() };
    await runtime.db.insert(signIns).values([
      { ...row, id: newId(), providerId: "google", accountId: "own", email },
      { ...row, id: newId(), providerId: "apple", accountId: "foreign", email: "thief@example.test" },
    ]);
    await runtime.db.update(people).set({ appleIdToken: "sealed" }).where(eq(people.id, id));
    await runtime.db.insert(passkeys).values({
      id: newId(),
      personId: id,
      credentialId: "key",
      publicKey: "key",
      counter: 0,
      name: "Phone",
      createdAt: runtime.clock(),
    });
    await askReset(ctxFor(runtime), { email });
    later(runtime, 1);
    const token = await linkIn(runtime, email);
    expect(await readResetLink(ctxFor(runtime), { token })).toMatchObject({
      value: { email, closes: ["Apple, thief@example.test"] },
    });
    expect(await setPassword(ctxFor(runtime), { token, password: good })).toEqual(done(null));
    const methods = await runtime.db.select().from(signIns).where(eq(signIns.userId, id));
    expect(methods.map(({ providerId }) => providerId).sort()).toEqual(["credential", "google"]);
    expect(await runtime.db.select().from(people).where(eq(people.id, id))).toMatchObject([{ appleIdToken: null }]);
    expect(await runtime.db.select().from(passkeys).where(eq(passkeys.personId, id))).toHaveLength(1);
    expect((await mailsTo(runtime, email)).at(-1)?.content?.facts).toEqual([
      ["Disconnected", "Apple, thief@example.test"],
      ["Also opens the account", `Google, ${email}`],
      ["Also opens the account", 'Passkey "Phone"'],
    ]);
  });

  test("a reset link is bound to the password it was asked for", async () => {
    later(runtime, 1);
    await askReset(ctxFor(runtime), { email: "owner@example.test" });
    const token = await linkIn(runtime, "owner@example.test");
    const [person] = await runtime.db.select().from(people).where(eq(people.email, "owner@example.test"));
    await runtime.db
      .update(signIns)
      .set({ password: "changed in between" })
      .where(eq(signIns.userId, person?.id ?? ""));
    expect(await setPassword(ctxFor(runtime), { token, password: other })).toMatchObject({
      ok: false,
      code: "expired",
    });
  });

  test("no enumeration: sign-in, register and reset answer alike for known and unknown", async () => {
    later(runtime, 1);
    const ask = async (email: string) => [
      await signIn(ctxFor(runtime), { email, password: "not the right password" }, null),
      await askReset(ctxFor(runtime), { email }),
      await resendConfirmation(ctxFor(runtime), { email }),
      await register(ctxFor(runtime), form(email)),
    ];
    expect(await ask("real@example.test")).toEqual(await ask("stranger@example.test"));
    expect(await mailsTo(runtime, "stranger@example.test")).toMatchObject([{ kind: "account.confirm" }]);
  });

  test("no enumeration by time: known and unknown cost the same statements and one hash", async () => {
    const work = async (email: string) => {
      later(runtime, 1);
      const verify = vi.spyOn(runtime.port(authPort).hashing, "verify");
      const executed = await statements(async () => {
        await signIn(ctxFor(runtime), { email, password: "not the right password" }, null);
        await askReset(ctxFor(runtime), { email });
        await resendConfirmation(ctxFor(runtime), { email });
        await register(ctxFor(runtime), form(email));
      });
      const hashes = verify.mock.calls.length;
      verify.mockRestore();
      return { hashes, statements: executed };
    };
    await work("nobody@example.test");
    await work("real@example.test");
    const known = await work("real@example.test");
    expect(known).toEqual(await work("nobody@example.test"));
    expect(known.hashes).toBe(1);
    expect(known.statements.length).toBeGreaterThan(20);
  });
});

describe("without a mail server", () => {
  test("registration and reset are closed outside demo mode and say why", async () => {
    const runtime = await createAccountsRuntime({ mode: "real", now: start });
    try {
      for (const refused of [
        await register(ctxFor(runtime), form("a@b.test")),
        await askReset(ctxFor(runtime), { email: "a@b.test" }),
      ])
        expect(refused).toMatchObject({ ok: false, code: "unavailable", message: expect.stringContaining("SMTP_URL") });
    } finally {
      await runtime.drop();
    }
  });
});

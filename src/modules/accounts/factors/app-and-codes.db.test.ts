import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { guest } from "#src/shared/viewer.ts";
import { createAccountsRuntime } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { cookieOf, form, good, kindsTo, later, mailsTo, newcomer, signedIn } from "../accounts.testing.ts";
import {
  addApp,
  beginApp,
  makeBackupCodes,
  passStepByCode,
  readStep,
  register,
  removeFactor,
  resolveViewer,
  signIn,
} from "../index.server.ts";
import { authPort } from "../ports.ts";
import { backupCodes, sessions, totps } from "../tables.ts";
import { codeNow, jarOf, viewerOf, withApp } from "./factors.testing.ts";
import { factorsOf } from "./queries/factors-of.ts";

let email = "";
const runtime = await forThisFile(createAccountsRuntime({ now: new Date() }));
beforeEach(async () => {
  email = await newcomer(runtime, "factor");
});

/** The first step: the cookie of the second one. */
async function firstStep(short?: "on") {
  const entered = await signIn(ctxFor(runtime), { email, password: good, ...(short && { short }) }, null);
  if (!entered.ok) throw new Error(entered.message);
  expect(entered.value.next).toBe("second-step");
  const jar = jarOf(runtime, entered.value.cookies);
  expect(await resolveViewer(runtime, jar.headers)).toEqual(guest);
  return jar.step;
}

const pass = (code: string, step: string | null) => passStepByCode(ctxFor(runtime), code, step);

describe("an authenticator app", () => {
  test("is a factor after its first code; until then sign-in asks for nothing more", async () => {
    const { headers, id } = await signedIn(runtime, email);
    const ctx = await viewerOf(runtime, headers);
    const begun = await beginApp(ctx, {});
    if (!begun.ok) throw new Error(begun.message);
    expect((await factorsOf(runtime.db, id)).any).toBe(false);
    expect(await addApp(ctx, { token: begun.value.token, code: "000000" })).toMatchObject({
      ok: false,
      fields: [{ path: "code" }],
    });
    expect((await signIn(ctxFor(runtime), { email, password: good }, null)).ok).toBe(true);
    const code = await codeNow(runtime, begun.value.secret);
    const other = await viewerOf(runtime, (await signedIn(runtime, email)).headers);
    const both = await Promise.all([
      addApp(ctx, { token: begun.value.token, code }),
      addApp(ctx, { token: begun.value.token, code }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await factorsOf(runtime.db, id)).toEqual({ totp: true, passkeys: 0, backupCodes: 10, any: true });
    expect(other.viewer.kind).toBe("person");
    const left = await runtime.db.select().from(sessions).where(eq(sessions.userId, id));
    expect(left).toHaveLength(1);
    expect(left[0]?.factorAt).toEqual(runtime.clock());
  });

  test("the secret is sealed, and a new token replaces the session's", async () => {
    const { id, secret, headers, old } = await withApp(runtime, email);
    const [row] = await runtime.db.select().from(totps).where(eq(totps.personId, id));
    expect(row?.secret).not.toContain(secret);
    expect(await resolveViewer(runtime, old)).toEqual(guest);
    expect(await resolveViewer(runtime, headers)).toMatchObject({ kind: "person", id });
  });

  test("after the password its code opens a session, once", async () => {
    const { secret, id } = await withApp(runtime, email);
    const step = await firstStep();
    expect(await readStep(ctxFor(runtime), { token: step ?? "" })).toMatchObject({ ok: true, value: { totp: true } });
    const code = await codeNow(runtime, secret);
    const passed = await pass(`${code.slice(0, 3)} ${code.slice(3)}`, step);
    if (!passed.ok) throw new Error(passed.message);
    expect(await resolveViewer(runtime, cookieOf(passed.value.cookies))).toMatchObject({ id, role: 1 });
    expect(await pass(code, step)).toMatchObject({ ok: false, code: "expired" });
    expect(await pass(code, await firstStep())).toMatchObject({ ok: false, code: "invalid" });
  });

  test("of many sign-ins at once with one code, one comes in", async () => {
    const { secret } = await withApp(runtime, email);
    const steps = [await firstStep(), await firstStep(), await firstStep(), await firstStep()];
    const code = await codeNow(runtime, secret);
    const outcomes = await Promise.all(steps.map((step) => pass(code, step)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("five wrong codes in ten minutes, also in parallel and over several sign-ins; then the right one waits", async () => {
    const { secret } = await withApp(runtime, email);
    const steps = [await firstStep(), await firstStep()];
    const wrong = await Promise.all(Array.from({ length: 9 }, (_, n) => pass("000000", steps[n % 2] ?? null)));
    expect(wrong.map((one) => (one.ok ? "in" : one.code)).sort()).toEqual([
      ...Array(5).fill("invalid"),
      ...Array(4).fill("too-many"),
    ]);
    const refused = await pass(await codeNow(runtime, secret), await firstStep());
    expect(refused).toMatchObject({ ok: false, code: "too-many", retryAfter: expect.any(Number) });
    later(runtime, (!refused.ok && refused.retryAfter) || 0);
    expect((await pass(await codeNow(runtime, secret), await firstStep())).ok).toBe(true);
  });

  test("right codes do not use the limit up", async () => {
    const { secret } = await withApp(runtime, email);
    for (let n = 0; n < 8; n += 1) {
      expect((await pass(await codeNow(runtime, secret), await firstStep())).ok, `sign-in ${n}`).toBe(true);
      later(runtime, 30);
    }
  });

  test("the second step lasts ten minutes, and ends with a new password or a closed account", async () => {
    const { secret, id } = await withApp(runtime, email);
    const step = await firstStep();
    later(runtime, 601);
    expect(await pass(await codeNow(runtime, secret), step)).toMatchObject({ ok: false, code: "expired" });
    expect(await pass(await codeNow(runtime, secret), null)).toMatchObject({ ok: false, code: "expired" });
    const begun = await firstStep();
    await runtime.db.execute(`update accounts.people set blocked_at = now() where id = '${id}'`);
    expect(await pass(await codeNow(runtime, secret), begun)).toMatchObject({ ok: false, code: "forbidden" });
  });

  test("'this device only' lasts through the second step: a cookie without an end", async () => {
    const { secret } = await withApp(runtime, email);
    const passed = await pass(await codeNow(runtime, secret), await firstStep("on"));
    if (!passed.ok) throw new Error(passed.message);
    const cookie = passed.value.cookies.find((one) => one.startsWith("pw_session="));
    expect(cookie).not.toContain("Max-Age");
    const plain = await signIn(ctxFor(runtime), { email, password: "wrong words, many of them" }, null);
    expect(plain.ok).toBe(false);
  });

  test("moving to another app keeps the old one until the new one's code", async () => {
    const { secret, headers } = await withApp(runtime, email);
    const ctx = await viewerOf(runtime, headers);
    const begun = await beginApp(ctx, {});
    if (!begun.ok) throw new Error(begun.message);
    expect((await pass(await codeNow(runtime, secret), await firstStep())).ok).toBe(true);
    const moved = await addApp(ctx, { token: begun.value.token, code: await codeNow(runtime, begun.value.secret) });
    expect(moved).toMatchObject({ ok: true, value: { codes: null } });
    later(runtime, 30);
    expect((await pass(await codeNow(runtime, secret), await firstStep())).ok).toBe(false);
    expect((await pass(await codeNow(runtime, begun.value.secret), await firstStep())).ok).toBe(true);
  });

  test("a key is over after 15 minutes, and is nobody else's", async () => {
    const ctx = await viewerOf(runtime, (await signedIn(runtime, email)).headers);
    const begun = await beginApp(ctx, {});
    if (!begun.ok) throw new Error(begun.message);
    await register(ctxFor(runtime), form(`other-${email}`));
    const stranger = await viewerOf(runtime, (await signedIn(runtime, `other-${email}`)).headers);
    const code = await codeNow(runtime, begun.value.secret);
    expect(await addApp(stranger, { token: begun.value.token, code })).toMatchObject({ ok: false, code: "expired" });
    later(runtime, 901);
    const fresh = await viewerOf(runtime, (await signedIn(runtime, email)).headers);
    const late = await codeNow(runtime, begun.value.secret);
    expect(await addApp(fresh, { token: begun.value.token, code: late })).toMatchObject({ ok: false, code: "expired" });
  });

  test("needs a fresh sign-in to be added, removed, or given new codes", async () => {
    const { headers } = await withApp(runtime, email);
    later(runtime, 601);
    const ctx = await viewerOf(runtime, headers);
    for (const act of [beginApp(ctx, {}), makeBackupCodes(ctx, {}), removeFactor(ctx, { factor: "app" })])
      expect(await act).toMatchObject({ ok: false, code: "step-up" });
  });
});

describe("backup codes", () => {
  test("one used twice at once counts once, and the owner reads how many are left", async () => {
    const { codes, id } = await withApp(runtime, email);
    const steps = await Promise.all(Array.from({ length: 4 }, () => firstStep()));
    const outcomes = await Promise.all(steps.map((step) => pass((codes[0] ?? "").toLowerCase(), step)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await factorsOf(runtime.db, id)).backupCodes).toBe(9);
    const sentMails = (await mailsTo(runtime, email)).filter(({ kind }) => kind === "account.backup-code-used");
    expect(sentMails).toHaveLength(1);
    expect(JSON.stringify(sentMails)).toContain("9 are left");
  });

  test("ten wrong ones an hour", async () => {
    const { codes } = await withApp(runtime, email);
    const step = await firstStep();
    const wrong = await Promise.all(Array.from({ length: 12 }, () => pass("22222-22222", step)));
    expect(wrong.filter((one) => !one.ok && one.code === "too-many")).toHaveLength(2);
    const refused = await pass(codes[1] ?? "", step);
    if (refused.ok) throw new Error("an eleventh try was let in");
    expect(refused.code).toBe("too-many");
    later(runtime, refused.retryAfter ?? 0);
    expect((await pass(codes[1] ?? "", await firstStep())).ok).toBe(true);
  });

  test("a new set ends the old one; the database holds no code", async () => {
    const { codes, headers, id } = await withApp(runtime, email);
    const made = await makeBackupCodes(await viewerOf(runtime, headers), {});
    if (!made.ok) throw new Error(made.message);
    expect((await pass(codes[0] ?? "", await firstStep())).ok).toBe(false);
    expect((await pass(made.value.codes[0] ?? "", await firstStep())).ok).toBe(true);
    const rows = await runtime.db.select().from(backupCodes).where(eq(backupCodes.personId, id));
    expect(rows).toHaveLength(10);
    for (const code of made.value.codes) expect(JSON.stringify(rows)).not.toContain(code.replace("-", ""));
  });

  test("are nobody else's", async () => {
    const mine = await withApp(runtime, email);
    const stranger = `stranger-${email}`;
    await register(ctxFor(runtime), form(stranger));
    await withApp(runtime, stranger);
    const entered = await signIn(ctxFor(runtime), { email: stranger, password: good }, null);
    if (!entered.ok) throw new Error(entered.message);
    expect((await pass(mine.codes[0] ?? "", jarOf(runtime, entered.value.cookies).step)).ok).toBe(false);
  });

  test("come with a factor only", async () => {
    const ctx = await viewerOf(runtime, (await signedIn(runtime, email)).headers);
    expect(await makeBackupCodes(ctx, {})).toMatchObject({ ok: false, code: "conflict" });
  });
});

describe("removing the last factor", () => {
  test("asks for the password, ends other sessions and deletes the backup codes", async () => {
    const { headers, id } = await withApp(runtime, email);
    const ctx = await viewerOf(runtime, headers);
    expect(await removeFactor(ctx, { factor: "app" })).toMatchObject({ ok: false, fields: [{ path: "password" }] });
    expect(await removeFactor(ctx, { factor: "app", password: "not these words at all" })).toMatchObject({ ok: false });
    expect(await removeFactor(ctx, { factor: "app", password: good })).toEqual({ ok: true, value: null });
    expect(await factorsOf(runtime.db, id)).toEqual({ totp: false, passkeys: 0, backupCodes: 0, any: false });
    expect(await kindsTo(runtime, email)).toContain("account.factor-removed");
    expect((await signIn(ctxFor(runtime), { email, password: good }, null)).ok).toBe(true);
    expect(await resolveViewer(runtime, headers)).toMatchObject({ id });
  });

  test("a password shorter than 15 characters must grow first", async () => {
    const { headers, id } = await withApp(runtime, email);
    const hash = await runtime.port(authPort).hashing.hash("kurz+gut 9");
    if (!hash.ok) throw new Error(hash.message);
    await runtime.db.execute(`update accounts.sign_ins set password = '${hash.value}' where user_id = '${id}'`);
    const ctx = await viewerOf(runtime, headers);
    const refused = await removeFactor(ctx, { factor: "app", password: "kurz+gut 9" });
    expect(refused).toMatchObject({ ok: false, code: "conflict", message: expect.stringContaining("15 characters") });
    expect((await factorsOf(runtime.db, id)).totp).toBe(true);
  });
});

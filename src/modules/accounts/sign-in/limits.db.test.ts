import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Ctx } from "#src/platform/runtime.ts";
import { createAccountsRuntime } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { cookieOf, form, good, later, linkIn, other, signedIn, start } from "../accounts.testing.ts";
import { askReset, confirmEmail, register, setPassword, signIn } from "../index.server.ts";
import { failedSignIns } from "../tables.ts";
import { limits, spend } from "./limits.ts";

describe("limits", () => {
  let runtime: TestRuntime;
  beforeAll(async () => {
    runtime = await createAccountsRuntime({ mode: "real", now: start, env: { SMTP_URL: "smtp://localhost:2525" } });
  });
  afterAll(() => runtime.drop());
  const wrong = (email: string, device: string | null = null) =>
    signIn(ctxFor(runtime), { email, password: "not the right password" }, device);

  test("five free failures, then waits that grow; 20 at once are counted one by one", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong("flood@example.test")));
    expect(answers.filter((o) => !o.ok && o.code === "signed-out")).toHaveLength(5);
    expect(answers.filter((o) => !o.ok && o.code === "too-many" && o.retryAfter === 1)).toHaveLength(15);
    for (const seconds of [1, 2, 4, 8]) {
      later(runtime, seconds - 0.5);
      expect(await wrong("flood@example.test")).toMatchObject({ code: "too-many", retryAfter: 1 });
      later(runtime, 0.5);
      expect(await wrong("flood@example.test")).toMatchObject({ code: "signed-out" });
    }
    expect(JSON.stringify(await runtime.db.select().from(failedSignIns))).not.toContain("flood@");
  });

  test("a wrong password and a limit that is reached are lines of the log, without the address", async () => {
    const [info, warn] = [vi.spyOn(runtime.log, "info"), vi.spyOn(runtime.log, "warn")];
    await wrong("logged@example.test");
    for (let tries = 0; tries < 4; tries += 1) await askReset(ctxFor(runtime), { email: "logged@example.test" });
    expect(info.mock.calls.map(([, message]) => message)).toContain("sign-in refused");
    expect(warn.mock.calls).toEqual([[{ limit: "mailbox", request: expect.any(String) }, "limit reached"]]);
    expect(JSON.stringify([info.mock.calls, warn.mock.calls])).not.toContain("logged@");
    info.mockRestore();
    warn.mockRestore();
  });

  test("after 100 failures only a new password helps; a known device is not shut out by others", async () => {
    await register(ctxFor(runtime), form("busy@example.test"));
    await confirmEmail(ctxFor(runtime), { token: await linkIn(runtime, "busy@example.test") });
    const { cookies } = await signedIn(runtime, "busy@example.test");
    const device = cookieOf(cookies, "pw_device").get("cookie")?.split("=")[1] ?? "";
    await wrong("busy@example.test");
    await runtime.db.update(failedSignIns).set({ failures: 100, nextAt: runtime.clock() });
    expect(await signIn(ctxFor(runtime), { email: "busy@example.test", password: good }, null)).toMatchObject({
      code: "too-many",
      message: expect.stringContaining("Reset the password"),
    });
    expect(await signIn(ctxFor(runtime), { email: "busy@example.test", password: good }, `${device}x`)).toMatchObject({
      code: "too-many",
    });
    expect(await signIn(ctxFor(runtime), { email: "busy@example.test", password: good }, device)).toMatchObject({
      ok: true,
    });
    later(runtime, 1);
    await askReset(ctxFor(runtime), { email: "busy@example.test" });
    expect(
      await setPassword(ctxFor(runtime), { token: await linkIn(runtime, "busy@example.test"), password: other }),
    ).toMatchObject({ ok: true });
    expect(await signIn(ctxFor(runtime), { email: "busy@example.test", password: other }, null)).toMatchObject({
      ok: true,
    });
  });

  test("three mails an hour for a mailbox, known or not, also when asked at once", async () => {
    for (const email of ["busy3@example.test", "nobody3@example.test"]) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => askReset(ctxFor(runtime), { email })));
      expect(answers.filter((o) => o.ok)).toHaveLength(3);
      expect(answers.filter((o) => !o.ok && o.code === "too-many" && (o.retryAfter ?? 0) > 0)).toHaveLength(7);
    }
  });

  test.each([
    ["sign-in", limits.signInAddress, 300, 600, (ctx: Ctx) => signIn(ctx, { email: "a@b.test", password: good }, null)],
    ["registering", limits.registerAddress, 100, 3600, (ctx: Ctx) => register(ctx, form("one.more@example.test"))],
  ] as const)("%s: too many from one address wait; another address continues", async (_, limit, most, wait, ask) => {
    const from = (address: string): Ctx => ({ ...ctxFor(runtime), request: { id: "t", address } });
    const all = await Promise.all(
      Array.from({ length: most - 1 }, () => spend(from("203.0.113.9"), limit, "203.0.113.9")),
    );
    expect(all.filter((one) => one !== null)).toEqual([]);
    expect(await ask(from("203.0.113.9"))).not.toMatchObject({ code: "too-many" });
    const refused = await ask(from("203.0.113.9"));
    expect(refused).toMatchObject({ ok: false, code: "too-many" });
    expect(!refused.ok && refused.retryAfter).toBeLessThanOrEqual(wait + wait / most);
    expect(!refused.ok && refused.retryAfter).toBeGreaterThan(0);
    expect(await ask(from("203.0.113.10"))).not.toMatchObject({ code: "too-many" });
  });

  test("60 mails an hour asked for from one address", async () => {
    const ctx = { ...ctxFor(runtime), request: { id: "t", address: "198.51.100.7" } };
    await Promise.all(Array.from({ length: 59 }, () => spend(ctx, limits.mailAddress, ctx.request.address)));
    expect(await register(ctx, form("sixtieth@example.test"))).toMatchObject({ ok: true });
    for (const ask of [
      () => register(ctx, form("one.too.many@example.test")),
      () => askReset(ctx, { email: "one.too.many@example.test" }),
    ])
      expect(await ask()).toMatchObject({ ok: false, code: "too-many" });
  });
});
